package io.quorate.playground.sets;

import java.io.IOException;

/** A cluster that grows from three to five members, and shrinks again. */
final class ScaledSet implements SetScenario {
  @Override
  public String name() {
    return "scale";
  }

  @Override
  public String sentence() {
    return "three members become five, and three again";
  }

  @Override
  public void play(SetScene scene) throws IOException, InterruptedException {
    scene.carriedOut("scale", "--members", "5");
    scene.demand(scene.replicas().equals("5"), "the set has " + scene.replicas() + " replicas");
    scene.awaitWhole();
    scene.carriedOut("scale", "--members", "3");
    scene.demand(scene.replicas().equals("3"), "the set has " + scene.replicas() + " replicas");
    scene.awaitWhole();
    String claims = scene.kubectl("get", "pvc", "-o", "name");
    scene.demand(
        claims.contains("data-etcd-3") && claims.contains("data-etcd-4"),
        "the claims of removed members are gone: " + claims);
  }
}
