package io.quorate.playground.sets;

import java.io.IOException;
import java.util.List;

/** A node that is gone with the volume of its member; another node takes the member. */
final class LostNode implements SetScenario {
  private static final int NODE = 2;

  @Override
  public String name() {
    return "lost-node";
  }

  @Override
  public String sentence() {
    return "a node is powered off for good, and the volume of its member with it";
  }

  @Override
  public List<Integer> nodes() {
    return List.of(1, NODE, 1);
  }

  @Override
  public void play(SetScene scene) throws IOException, InterruptedException {
    scene.lab().powerOff(NODE);
    scene.tell("node2 lost its power; etcd-1 ran there, on a disk of that node");
    scene.untilStatusSays("does not answer");
    scene.kubectl(
        "taint", "node", "node2", "node.kubernetes.io/out-of-service=nodeshutdown:NoExecute");
    scene.tell("a person states that the machine is off: node.kubernetes.io/out-of-service");
    scene.untilStatusSays("waits for a node");
    String uid = scene.kubectl("get", "pod", "etcd-1", "-o", "jsonpath={.metadata.uid}");
    scene.kubectl("annotate", "statefulset", "etcd", "quorate.io/ended.etcd-1=stated " + uid);
    scene.carriedOut("minority-replace", "--member", "etcd-1", "--data-is-lost");
    scene.awaitWhole();
    String node = scene.kubectl("get", "pod", "etcd-1", "-o", "jsonpath={.spec.nodeName}");
    scene.demand(node.equals("node1"), "etcd-1 runs on " + node);
    String volume = scene.kubectl("get", "pv", scene.volume(1), "-o", "json");
    scene.demand(
        volume.contains("\"persistentVolumeReclaimPolicy\": \"Retain\"")
            && volume.contains("quorate.io/aside"),
        "the old volume of etcd-1 is not kept: " + volume);
    scene.lab().powerOn(NODE);
    scene.kubectl("taint", "node", "node2", "node.kubernetes.io/out-of-service-");
  }
}
