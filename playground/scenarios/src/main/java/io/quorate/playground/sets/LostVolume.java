package io.quorate.playground.sets;

import java.io.IOException;

/** A claim that somebody deleted with its volume; the controller makes an empty one. */
final class LostVolume implements SetScenario {
  @Override
  public String name() {
    return "lost-volume";
  }

  @Override
  public String sentence() {
    return "the volume of a member is gone; its pod starts in vain on an empty one";
  }

  @Override
  public void play(SetScene scene) throws IOException, InterruptedException {
    scene.kubectl("delete", "pvc", "data-etcd-1", "--wait=false");
    scene.kubectl("delete", "pod", "etcd-1", "--wait=false");
    scene.tell("the claim of etcd-1 was deleted with its volume");
    scene.untilStatusSays("already been bootstrapped");
    scene.carriedOut("minority-replace", "--member", "etcd-1");
    scene.awaitWhole();
  }
}
