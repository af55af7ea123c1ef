package io.quorate.playground.machines;

import io.quorate.lab.machine.Command;
import io.quorate.playground.operated.ChildJvm.Ended;
import io.quorate.playground.operated.Operated;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A stopped member on a machine that shows another host key than the one that is known. */
final class ChangedHostKey implements MachinesScenario {
  private static final int MACHINE = 2;
  private static final Pattern REPLACE = Pattern.compile("replace the line: (ssh-keygen -R .*)");
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Override
  public String name() {
    return "changed-host-key";
  }

  @Override
  public String sentence() {
    return "a stopped member, and its machine shows a host key that nobody knows";
  }

  @Override
  public void play(MachinesScene scene) throws IOException, InterruptedException {
    scene.on(MACHINE, "systemctl stop etcd");
    scene.machines().newHostKeys(MACHINE);
    scene.tell("h2 was stopped, and its machine has new host keys");
    Ended check = scene.payments().quorate().run("check");
    scene.demand(check.exitCode() != 0, "the check finds nothing");
    scene.tellOf(check, "shows another host key");
    scene.demand(
        check.said().contains(fingerprint(scene)),
        "the fingerprint is not the one that the machine tells: " + check.said());
    Ended plan =
        scene
            .payments()
            .quorate()
            .run("plan", "member-restart", Operated.CLUSTER, "--member", "h2");
    scene.demand(plan.exitCode() != 0, "a machine that nobody knows would be acted on");

    Matcher command = REPLACE.matcher(check.said());
    scene.demand(command.find(), "no command replaces the line: " + check.said());
    Command.of(List.of("sh", "-c", command.group(1))).run(LIMIT);
    scene.tell("a person compared the fingerprint on the machine, and ran that command");
    scene.carriedOut("member-restart", "--member", "h2");
    scene.awaitWhole();
  }

  /** Reads the fingerprint as a person reads it on the console of the machine. */
  private static String fingerprint(MachinesScene scene) throws IOException, InterruptedException {
    String said = scene.on(MACHINE, "ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub");
    return said.split(" ")[1];
  }
}
