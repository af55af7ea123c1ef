package io.quorate.playground.sets;

import io.quorate.playground.operated.Operated;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Pods that an operator made, without a set, a stable name or a volume. Nothing can be done to
 * them; the data goes into a StatefulSet, and clients with it.
 */
final class OperatorPods implements SetScenario {
  private static final String SNAPSHOT = "from-operator.db";

  @Override
  public String name() {
    return "operator-pods";
  }

  @Override
  public String sentence() {
    return "pods of an operator, whose data goes into a StatefulSet";
  }

  @Override
  public Layout layout(Site site) {
    return Layout.pods(site);
  }

  @Override
  public void play(SetScene scene) throws IOException, InterruptedException {
    scene.refused("Do: back up, and restore into a StatefulSet of your own", "rolling-restart");

    scene.clientsRest();
    scene.tell("clients are told to wait");
    Path snapshots = Files.createDirectories(scene.folder().resolve("snapshots/payments"));
    scene.etcdctl(0, "snapshot save " + snapshots.resolve(SNAPSHOT));
    scene.become(Layout.oneSet(scene.site()));
    scene.kubectl("delete", "pods", "-l", "app=pods", "--wait=false");
    scene.tell("a StatefulSet is applied, and the Services of clients lead to it");
    scene.untilStatusSays("other-history");
    scene
        .payments()
        .quorate()
        .run(
            "record",
            "accept",
            Operated.CLUSTER,
            "--because",
            "a StatefulSet has the place of pods")
        .good();
    scene.tell("a person accepts the new members, which are empty");
    scene.awaitWhole();
    String operation =
        scene.approved(
            "majority-recovery",
            "--because-data-is-wrong",
            "the members of the operator are given up",
            "--snapshot",
            SNAPSHOT);
    scene.ends(operation);
    scene.payments().ends(operation); // and the drill that follows
    scene.awaitWhole();
    scene.clientsGoOn();
    scene.tell("clients write again, where they wrote before");
    scene.carriedOut("rolling-restart");
    scene.awaitWhole();
    scene.demand(List.of("3").contains(scene.replicas()), "the set has " + scene.replicas());
  }
}
