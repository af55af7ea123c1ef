package io.quorate.playground.machines;

import io.quorate.playground.operated.ChildJvm.Ended;
import io.quorate.playground.operated.Operated;
import java.io.IOException;

/** A machine that is gone with its disk; another one takes its member's place. */
final class LostMachine implements MachinesScenario {
  private static final int MACHINE = 3;
  private static final int ANOTHER = 4;

  @Override
  public String name() {
    return "lost-machine";
  }

  @Override
  public String sentence() {
    return "a whole machine is powered off, and its disk is gone";
  }

  @Override
  public void play(MachinesScene scene) throws IOException, InterruptedException {
    scene.machines().setUp(ANOTHER, "h3", MACHINE);
    String before = scene.machines().address(MACHINE);
    scene.machines().lose(MACHINE);
    scene.tell("the machine of h3 lost its power, and its disk");
    scene.payments().until("h3 to be missed", () -> !scene.payments().diagnosis().equals("whole"));
    Ended plan =
        scene
            .payments()
            .quorate()
            .run("plan", "minority-replace", Operated.CLUSTER, "--member", "h3");
    scene.demand(plan.exitCode() != 0, "a machine that cannot be reached proves nothing");
    scene.tellOf(plan, "cannot be reached");

    scene.tell("a fourth machine was set up like it, and is named in the configuration");
    scene.reconfigure(before, scene.machines().address(ANOTHER));
    scene.carriedOut("minority-replace", "--member", "h3");
    scene.awaitWhole();
  }
}
