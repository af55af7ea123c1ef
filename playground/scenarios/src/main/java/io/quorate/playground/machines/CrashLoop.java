package io.quorate.playground.machines;

import io.quorate.playground.operated.ChildJvm.Ended;
import io.quorate.playground.operated.Operated;
import java.io.IOException;

/** A drop-in with a flag that etcd does not know, so that systemd starts it again and again. */
final class CrashLoop implements MachinesScenario {
  private static final int MACHINE = 1;

  /** Looks that may hit such a moment: the process ends within a second of two. */
  private static final int LOOKS = 10;

  private static final String DROP_IN = "/etc/systemd/system/etcd.service.d/60-broken.conf";

  private static final String BREAK =
      """
      mkdir -p /etc/systemd/system/etcd.service.d
      printf '[Service]\\nExecStart=\\nExecStart=/opt/etcd/h1/etcd --no-such-flag\\n' >%s
      systemctl daemon-reload
      systemctl restart etcd || true
      """
          .formatted(DROP_IN);

  private static final String MEND =
      "rm %s; systemctl daemon-reload; systemctl reset-failed etcd; systemctl restart etcd"
          .formatted(DROP_IN);

  @Override
  public String name() {
    return "crash-loop";
  }

  @Override
  public String sentence() {
    return "a flag in a drop-in that etcd does not know; systemd starts it in vain";
  }

  @Override
  public String outcome() {
    return "none";
  }

  @Override
  public void play(MachinesScene scene) throws IOException, InterruptedException {
    scene.on(MACHINE, BREAK);
    scene.tell("h1 got the flag --no-such-flag, and is started again every two seconds");
    scene.payments().until("the loop to be seen", () -> seen(scene));
    Ended status = scene.payments().quorate().run("status", Operated.CLUSTER);
    scene.tellOf(status, "systemd starts etcd.service again by itself");

    Ended plan = plan(scene);
    scene.demand(plan.exitCode() != 0, "a member whose data is there would be replaced");
    scene.tellOf(plan, "systemctl stop etcd.service ends that");
    scene.demand(
        scene.on(MACHINE, "ls /var/lib/etcd/").equals("h1")
            && scene.on(MACHINE, "ls /var/lib/etcd/h1").contains("member"),
        "the data of h1 is not where it was");

    scene.on(MACHINE, MEND);
    scene.tell("a person took the flag away");
    scene.awaitWhole();
  }

  /** Plans again while a look hits a moment in which systemd has just started the process. */
  private static Ended plan(MachinesScene scene) throws IOException, InterruptedException {
    Ended plan = planned(scene);
    for (int again = 0; again < LOOKS && plan.said().contains("not yet:"); again++) {
      plan = planned(scene);
    }
    return plan;
  }

  private static Ended planned(MachinesScene scene) throws IOException, InterruptedException {
    return scene
        .payments()
        .quorate()
        .run("plan", "minority-replace", Operated.CLUSTER, "--member", "h1");
  }

  private static boolean seen(MachinesScene scene) throws IOException, InterruptedException {
    return scene.payments().status().contains("systemd starts etcd.service again by itself");
  }
}
