package io.quorate.playground.sets;

import java.io.IOException;

/**
 * A lost volume in a namespace that admits restricted pods only, of members that let nobody in
 * without a certificate, and no client without a password.
 */
final class RestrictedTls implements SetScenario {
  @Override
  public String name() {
    return "restricted-tls";
  }

  @Override
  public String sentence() {
    return "a lost volume, with TLS, passwords and pods that may do little";
  }

  @Override
  public Layout layout(Site site) throws IOException, InterruptedException {
    return Layout.restricted(site);
  }

  @Override
  public void play(SetScene scene) throws IOException, InterruptedException {
    scene.tellOf(scene.payments().quorate().run("check"), "ok       keeper of");
    LostVolume.replaced(scene, "etcd-1", "etcd-1");
  }
}
