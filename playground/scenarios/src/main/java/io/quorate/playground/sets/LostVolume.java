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
    replaced(scene, "etcd-1", "etcd-1");
  }

  /**
   * Loses the volume of a member, and has the member replaced. On an empty volume etcd refuses to
   * begin as a member that was bootstrapped. Where its peers turn it away, as before the DNS knows
   * the address of a pod with TLS, etcd begins under the old id, and panics once it hears them.
   */
  static void replaced(SetScene scene, String member, String pod)
      throws IOException, InterruptedException {
    scene.kubectl("delete", "pvc", "data-" + pod, "--wait=false");
    scene.kubectl("delete", "pod", pod, "--wait=false");
    scene.tell("the claim of %s was deleted with its volume".formatted(member));
    scene.untilStatusSays(member + " is lost");
    scene.carriedOut("minority-replace", "--member", member);
    scene.awaitWhole();
  }
}
