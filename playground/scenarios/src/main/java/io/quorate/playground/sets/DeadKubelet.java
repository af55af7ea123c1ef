package io.quorate.playground.sets;

import io.quorate.lab.machine.Signal;
import java.io.IOException;
import java.util.List;

/** A kubelet that is dead while etcd of its node runs on: nobody can tell what runs there. */
final class DeadKubelet implements SetScenario {
  private static final int NODE = 2;

  @Override
  public String name() {
    return "dead-kubelet";
  }

  @Override
  public String sentence() {
    return "a kubelet dies, and etcd of its node runs on";
  }

  @Override
  public List<Integer> nodes() {
    return List.of(1, NODE, 1);
  }

  @Override
  public void play(SetScene scene) throws IOException, InterruptedException {
    String uid = scene.uid("etcd-1");
    scene.lab().killKubelet(NODE);
    scene.tell("the kubelet of node2 is dead; etcd-1 runs on there");
    scene.payments().until("Kubernetes to miss it", () -> ready(scene).equals("Unknown"));
    scene.tell("Kubernetes knows nothing of node2 any more");
    scene.demand(scene.payments().diagnosis().equals("whole"), "etcd-1 is not taken for well");
    scene.refused("node2", "rolling-restart", "--member", "etcd-1");

    scene.signal("etcd-1", Signal.STOP);
    scene.tell("now etcd-1 does not answer either");
    scene.untilStatusSays("etcd-1 does not answer");
    scene.refused("etcd-1", "member-restart", "--member", "etcd-1");
    scene.refused("etcd-1", "minority-replace", "--member", "etcd-1");
    scene.demand(scene.uid("etcd-1").equals(uid), "the pod of etcd-1 is another one");
    scene.signal("etcd-1", Signal.CONT);
    scene.lab().startKubelet(NODE);
    scene.tell("the kubelet of node2 is back, and etcd-1 goes on");
    scene.awaitWhole();
    scene.carriedOut("rolling-restart");
    scene.awaitWhole();
  }

  private static String ready(SetScene scene) throws IOException, InterruptedException {
    String ready = "jsonpath={.status.conditions[?(@.type==\"Ready\")].status}";
    return scene.kubectl("get", "node", "node" + NODE, "-o", ready);
  }
}
