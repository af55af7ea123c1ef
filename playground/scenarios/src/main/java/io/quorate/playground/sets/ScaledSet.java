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
    scaled(scene, "5");
    scene.demand(scene.replicas().equals("5"), "the set has " + scene.replicas() + " replicas");
    scene.awaitWhole();
    scaled(scene, "3");
    scene.demand(scene.replicas().equals("3"), "the set has " + scene.replicas() + " replicas");
    scene.awaitWhole();
    String claims = scene.kubectl("get", "pvc", "-o", "name");
    scene.demand(
        claims.contains("data-etcd-3") && claims.contains("data-etcd-4"),
        "the claims of removed members are gone: " + claims);
  }

  /** The lab applied a manifest, so a person states that nobody does now, and its new number. */
  private static void scaled(SetScene scene, String members)
      throws IOException, InterruptedException {
    String uid = scene.set("{.metadata.uid}");
    scene.kubectl(
        "annotate",
        "--overwrite",
        "statefulset",
        "etcd",
        scene.paused(),
        "quorate.io/replicas-written=%s of %s".formatted(members, uid));
    scene.carriedOut("scale", "--members", members);
  }
}
