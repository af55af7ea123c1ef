package io.quorate.playground.sets;

import io.quorate.lab.machine.Signal;
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

  private static final String READY = "jsonpath={.status.conditions[?(@.type=='Ready')].status}";

  @Override
  public String name() {
    return "ordered-ready";
  }

  @Override
  public String sentence() {
    return "a set with OrderedReady that has lost a pod, and with it quorum, is created again"
        + " around the others; then a volume is lost";
  }

  @Override
  public Layout layout(Site site) throws IOException {
    return Layout.ordered(site);
  }

  @Override
  public void play(SetScene scene) throws IOException, InterruptedException {
    Ended refused = scene.payments().quorate().run("plan", "rolling-restart", Operated.CLUSTER);
    scene.tellOf(refused, "quorate start adopt payments");
    losesQuorum(scene);
    String runs = runs(scene);
    String volumes = scene.volumes();
    String revision = scene.set("{.status.updateRevision}");
    scene.kubectl("annotate", "--overwrite", "statefulset", "etcd", scene.paused());
    scene.carriedOut("adopt");
    comesBack(scene);

    scene.demandSame(
        "Parallel OnDelete", scene.set("{.spec.podManagementPolicy} {.spec.updateStrategy.type}"));
    scene.demandSame(runs, runs(scene));
    scene.demandSame(volumes, scene.volumes());
    scene.demandSame(revision, scene.set("{.status.updateRevision}"));
    scene.demandSame(
        String.join(" ", Collections.nCopies(3, scene.set("{.metadata.uid}"))),
        scene.kubectl("get", "pods", "-o", "jsonpath={.items[*].metadata.ownerReferences[*].uid}"));
    scene.tell("the set was created again, and no pod that was there");

    scene.applyRefused("Forbidden");
    scene.apply(Layout.adopted(scene.site()).yaml());
    scene.demandSame(runs, runs(scene));
    scene.tell("its old manifest cannot be applied any more, and its new one restarts nobody");

    new LostVolume().play(scene);
  }

  /** The controller creates no pod after one that is not ready. */
  private static void losesQuorum(SetScene scene) throws IOException, InterruptedException {
    scene.signal("etcd-0", Signal.STOP);
    scene
        .payments()
        .until(
            "etcd-0 to be unready",
            () -> scene.kubectl("get", "pod", "etcd-0", "-o", READY).contains("False"));
    scene.kubectl("delete", "pod", "etcd-2", "--force", "--grace-period=0");
    scene.tell("etcd-0 hangs, and somebody deleted the pod of etcd-2 by force: no quorum is left");
  }

  /** The pod that the order has kept away is born gated; a person states that nothing runs. */
  private static void comesBack(SetScene scene) throws IOException, InterruptedException {
    scene.passes(10);
    String gate = "jsonpath={.metadata.uid} {.spec.schedulingGates[*].name} {.spec.nodeName}";
    String gated = scene.uid("etcd-2") + " quorate.io/hold";
    scene.demandSame(gated, scene.kubectl("get", "pod", "etcd-2", "-o", gate).strip());
    scene.demandSame("", scene.set("{.spec.template.spec.schedulingGates}"));
    scene.tell("etcd-2 was created, and no node runs it before somebody says so");
    scene.kubectl("delete", "pod", "etcd-2", "--wait=false");
    scene.kubectl("delete", "pod", "etcd-2", "--force", "--grace-period=0", "--wait=false");
    scene.passes(30);
    scene.demandSame(gated, scene.kubectl("get", "pod", "etcd-2", "-o", gate).strip());
    scene.tell(
        "somebody deleted it, because it hung as Pending, and got no other one in its place");
    scene.signal("etcd-0", Signal.CONT);
    scene.kubectl(
        "annotate", "statefulset", "etcd", "quorate.io/ended.etcd-2=stated " + scene.uid("etcd-2"));
    scene.awaitWhole();
  }

  private static String runs(SetScene scene) throws IOException, InterruptedException {
    return scene.kubectl("get", "pods", "etcd-0", "etcd-1", "-o", RUNS);
  }
}
