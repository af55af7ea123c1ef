package io.quorate.playground.machines;

import io.quorate.playground.operated.ChildJvm.Ended;
import io.quorate.playground.operated.Operated;
import java.io.IOException;

/** A stopped member on a machine on which Quorate's user may not become root any more. */
final class NoSudo implements MachinesScenario {
  private static final int MACHINE = 2;

  @Override
  public String name() {
    return "no-sudo";
  }

  @Override
  public String sentence() {
    return "a stopped member, and its machine lets Quorate no longer become root";
  }

  @Override
  public void play(MachinesScene scene) throws IOException, InterruptedException {
    scene.on(MACHINE, "rm " + MachinesStage.SUDOERS + "; systemctl stop etcd");
    scene.tell("h2 was stopped, and the line for ops is gone from its sudoers");
    Ended check = scene.payments().quorate().run("check");
    scene.demand(check.exitCode() != 0, "the check finds nothing");
    scene.tellOf(check, MachinesStage.SUDO_LINE);
    Ended plan =
        scene
            .payments()
            .quorate()
            .run("plan", "member-restart", Operated.CLUSTER, "--member", "h2");
    scene.demand(plan.exitCode() != 0, "what cannot be done is planned: " + plan.said());
    scene.tellOf(plan, "h2");
    scene.demand(
        scene.on(MACHINE, "systemctl is-active etcd || true").equals("inactive"),
        "h2 runs, though nobody could start it");

    scene.machines().on(MACHINE, MachinesStage.LET_BECOME_ROOT);
    scene.tell("a person put the line back");
    scene.carriedOut("member-restart", "--member", "h2");
    scene.awaitWhole();
  }
}
