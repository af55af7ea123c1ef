package io.quorate.playground.sets;

import java.io.IOException;

/** An API server that is away for a minute while members are restarted, one after the other. */
final class ApiAway implements SetScenario {
  private static final int SECONDS = 60;

  @Override
  public String name() {
    return "api-away";
  }

  @Override
  public String sentence() {
    return "the API server is away for a minute while members are restarted";
  }

  @Override
  public void play(SetScene scene) throws IOException, InterruptedException {
    String operation = scene.approved("rolling-restart");
    scene.payments().until("a member to be held", () -> scene.sets().contains("quorate.io/held."));
    scene.lab().killApiServer();
    scene.tell("the API server is killed while a member is held");
    scene.passes(SECONDS);
    scene.lab().startApiServer();
    scene.tell("the API server is back after a minute");
    scene.ends(operation);
    scene.awaitWhole();
  }
}
