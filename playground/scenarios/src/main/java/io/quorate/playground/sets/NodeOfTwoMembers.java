package io.quorate.playground.sets;

import java.io.IOException;
import java.util.List;

/** A node under two of three members that loses its power, and boots again an hour later. */
final class NodeOfTwoMembers implements SetScenario {
  private static final int NODE = 2;

  @Override
  public String name() {
    return "node-of-two";
  }

  @Override
  public String sentence() {
    return "the node under two of three members loses its power, and boots again";
  }

  @Override
  public List<Integer> nodes() {
    return List.of(1, NODE, NODE);
  }

  @Override
  public void play(SetScene scene) throws IOException, InterruptedException {
    scene.lab().powerOff(NODE);
    scene.tell("node2 lost its power; etcd-1 and etcd-2 ran there");
    scene.untilStatusSays("waiting-for-quorum");
    String operation = scene.payments().started("majority-recovery");
    scene.tell("a colleague starts majority-recovery, which waits for the members first");
    // A node that is back before the first look leaves nothing to recover.
    scene
        .payments()
        .until("a plan", () -> !scene.payments().operation(operation).steps().isEmpty());
    scene.lab().powerOn(NODE);
    scene.tell("node2 boots");
    scene.ends(operation);
    scene.awaitWhole();
  }
}
