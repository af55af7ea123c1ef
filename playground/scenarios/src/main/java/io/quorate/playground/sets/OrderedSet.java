package io.quorate.playground.sets;

import io.quorate.playground.operated.ChildJvm.Ended;
import io.quorate.playground.operated.Operated;
import java.io.IOException;
import java.util.Collections;

/** A set that creates its pods in turn is created again around them; then a member is replaced. */
final class OrderedSet implements SetScenario {
  /** The uid and the container of each pod: a restart would show in one of them. */
  private static final String RUNS =
      "jsonpath={range .items[*]}{.metadata.name} {.metadata.uid}"
          + " {.status.containerStatuses[*].containerID}; {end}";

  @Override
  public String name() {
    return "ordered-ready";
  }

  @Override
  public String sentence() {
    return "a set with OrderedReady is created again around its pods; then a volume is lost";
  }

  @Override
  public Layout layout(Site site) throws IOException {
    return Layout.ordered(site);
  }

  @Override
  public void play(SetScene scene) throws IOException, InterruptedException {
    Ended refused = scene.payments().quorate().run("plan", "rolling-restart", Operated.CLUSTER);
    scene.tellOf(refused, "quorate start adopt payments");
    String runs = scene.kubectl("get", "pods", "-o", RUNS);
    String volumes = scene.volumes();
    String revision = scene.set("{.status.updateRevision}");
    scene.kubectl("annotate", "--overwrite", "statefulset", "etcd", scene.paused());
    scene.carriedOut("adopt");
    scene.awaitWhole();

    scene.demandSame(
        "Parallel OnDelete", scene.set("{.spec.podManagementPolicy} {.spec.updateStrategy.type}"));
    scene.demandSame(runs, scene.kubectl("get", "pods", "-o", RUNS));
    scene.demandSame(volumes, scene.volumes());
    scene.demandSame(revision, scene.set("{.status.updateRevision}"));
    scene.demandSame(
        String.join(" ", Collections.nCopies(3, scene.set("{.metadata.uid}"))),
        scene.kubectl("get", "pods", "-o", "jsonpath={.items[*].metadata.ownerReferences[*].uid}"));
    scene.tell("the set was created again, and no pod of it");

    scene.applyRefused("Forbidden");
    scene.apply(Layout.adopted(scene.site()).yaml());
    scene.demandSame(runs, scene.kubectl("get", "pods", "-o", RUNS));
    scene.tell("its old manifest cannot be applied any more, and its new one restarts nobody");

    new LostVolume().play(scene);
  }
}
