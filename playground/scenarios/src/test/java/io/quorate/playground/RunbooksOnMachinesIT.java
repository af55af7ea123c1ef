package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.tools.ToolFolder;
import io.quorate.playground.operated.Operated;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The runbooks that MachinesIT does not have, one of each kind, on real machines over SSH. */
@Order(Turn.FIRST)
@EnabledIfSystemProperty(named = "quorate.faultMatrix", matches = "all")
class RunbooksOnMachinesIT extends OnMachines {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final int MEMBERS = 3;
  private static final int MACHINES = 5;
  private static final String CTL = "$(ls -d /opt/etcd/[0-9]* | tail -n 1)/etcdctl ";

  private static final String FRAGMENTED =
      """
      for each in $(seq 30); do
        head -c 1000000 /dev/zero | tr '\\0' x | %1$s put large
      done
      %1$s compact --physical $(%1$s endpoint status -w fields | sed -n 's/^"Revision" : //p')
      """
          .formatted(CTL.strip());

  private ToolFolder older;
  private ToolFolder newer;

  @Test
  void everyKindOfRunbookIsCarriedOutFromAnotherMachine() throws Exception {
    older = etcd("3.5");
    newer = etcd("3.6");
    boot(MACHINES, LIMIT, older, newer);
    machines.startEtcd(MEMBERS, older.tool().version());
    payments.adopt(machines, folder, "--user", "root");
    Path file = payments.quorate().configuration();
    String etcd = Operated.releases(List.of(older, newer));
    Files.writeString(file, etcd + Files.readString(file) + spare(4) + spare(5));
    whileServing(
        () -> {
          membersAreRestarted();
          aMachineRebootsInTheMiddleOfAnUpgrade();
          theDatabaseIsDefragmentedSavedAndTriedOut();
          theUpgradeIsTakenBack();
          twoMembersComeAndGo();
        });
  }

  /**
   * Sets a machine up for a member that is not in the membership; its part of the configuration.
   */
  private String spare(int machine) throws Exception {
    machines.setUp(machine, "h" + machine, MEMBERS);
    return """
          h%1$d:
            host: {ssh: {address: "%2$s"}}
            peerUrl: "http://%2$s:2380"
            clientUrl: "http://%2$s:2379"
    """
        .formatted(machine, machines.address(machine));
  }

  private void membersAreRestarted() throws Exception {
    Set<String> before = machines.runs(1, 2, 3);
    payments.done("rolling-restart");
    assertThat(machines.runs(1, 2, 3)).hasSize(MEMBERS).doesNotContainAnyElementsOf(before);
  }

  /** The hold outlives the reboot, so that the member does not come up before it is switched. */
  private void aMachineRebootsInTheMiddleOfAnUpgrade() throws Exception {
    machines.on(1, CTL + "put before upgrade");
    String operation =
        payments.asked("rolling-upgrade", "--to", newer.tool().version(), "--soak", "1s");
    payments.approve(operation, "--as", "dana");
    int[] held = {0};
    payments.until(
        "a member to be held",
        () -> {
          held[0] = held();
          return held[0] > 0;
        });
    machines.powerOff(held[0]);
    machines.powerOn(held[0]);
    payments.ends(operation);

    assertThat(versions()).containsOnly(newer.tool().version());
    assertThat(payments.diagnosis()).isEqualTo("whole");
  }

  private int held() throws IOException, InterruptedException {
    for (int machine = 1; machine <= MEMBERS; machine++) {
      String hold =
          "ls /etc/systemd/system/etcd.service.d/zz-quorate-hold.conf 2>/dev/null || true";
      if (!machines.on(machine, hold).isBlank()) {
        return machine;
      }
    }
    return 0;
  }

  private Set<String> versions() throws Exception {
    Set<String> versions = new HashSet<>();
    for (int machine = 1; machine <= MEMBERS; machine++) {
      String said = machines.on(machine, CTL + "endpoint status -w fields");
      versions.add(said.replaceAll("(?s).*\"Version\" : \"([^\"]*)\".*", "$1").strip());
    }
    return versions;
  }

  private void theDatabaseIsDefragmentedSavedAndTriedOut() throws Exception {
    machines.on(1, FRAGMENTED);
    payments.done("defragment", "--member", "h1");
    payments.ends(payments.started("backup", "--verify"));
    payments.ends(payments.started("restore-drill"));
    assertThat(payments.status()).contains("\"lastDrill\"");
  }

  private void theUpgradeIsTakenBack() throws Exception {
    payments.done("rolling-downgrade", "--to", older.tool().version());
    assertThat(versions()).containsOnly(older.tool().version());
    assertThat(machines.on(2, CTL + "get before --print-value-only").strip()).isEqualTo("upgrade");
  }

  private void twoMembersComeAndGo() throws Exception {
    payments.done("scale", "--members", "5");
    assertThat(machines.on(5, CTL + "get before --print-value-only").strip()).isEqualTo("upgrade");
    payments.done("scale", "--members", "3");
    assertThat(machines.on(1, CTL + "member list").lines().toList()).hasSize(MEMBERS);
  }
}
