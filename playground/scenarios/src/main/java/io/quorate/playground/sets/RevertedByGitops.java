package io.quorate.playground.sets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An applier that brings the set back to its manifest again and again while members restart. */
final class RevertedByGitops implements SetScenario {
  @Override
  public String name() {
    return "reverted-by-gitops";
  }

  @Override
  public String sentence() {
    return "an applier re-applies the manifest all the time while members are restarted";
  }

  @Override
  public void play(SetScene scene) throws IOException, InterruptedException {
    String operation = scene.approved("rolling-restart");
    Path log = scene.folder().resolve("applier.log");
    Process applier = scene.applier(log);
    try {
      scene.ends(operation);
    } finally {
      applier.descendants().forEach(ProcessHandle::destroyForcibly);
      applier.destroyForcibly();
    }
    long applied = Files.readString(log).lines().filter(this::isOfTheSet).count();
    scene.tell("the manifest was applied %d times meanwhile".formatted(applied));
    scene.demand(applied > 3, "the manifest was applied only %d times".formatted(applied));
    scene.awaitWhole();
  }

  private boolean isOfTheSet(String line) {
    return line.startsWith("statefulset.apps/etcd ");
  }
}
