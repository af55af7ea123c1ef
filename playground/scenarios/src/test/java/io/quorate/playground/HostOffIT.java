package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.tools.ToolFolder;
import io.quorate.wire.ShowJson;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Two of three machines are off and nobody can look at them. A person states it of each; what the
 * third has is restored, and a machine that boots later is refused by its identity.
 */
@Order(Turn.FIRST)
@EnabledIfSystemProperty(named = "quorate.faultMatrix", matches = "all")
class HostOffIT extends OnMachines {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final String CTL = "$(ls -d /opt/etcd/[0-9]* | tail -n 1)/etcdctl ";
  private static final String RECOVERY = "majority-recovery";

  @Test
  void restoresTheDataOfTheLastMachineAndRefusesAMachineThatBootsLater() throws Exception {
    ToolFolder etcd = etcd("3.6");
    boot(3, LIMIT, etcd);
    machines.startEtcd(3, etcd.tool().version());
    payments.adopt(machines, folder, "--user", "root");
    whileServing(
        () -> {
          twoMachinesAreOff();
          String operation = aPersonStatesItOfEach();
          itIsRestored(operation);
          whoComesBackIsRefused();
        });
  }

  private void twoMachinesAreOff() throws Exception {
    machines.on(1, CTL + "put last words");
    payments.until("a record of the cluster", () -> record().contains("h3"));
    machines.powerOff(2);
    machines.powerOff(3);
    machines.on(1, "systemctl stop etcd");
  }

  private String record() throws IOException, InterruptedException {
    return payments.quorate().run("record", "payments").out();
  }

  private String aPersonStatesItOfEach() throws Exception {
    String operation = payments.asked(RECOVERY, "--is-off", "h2", "--is-off", "h3");
    String asked = payments.quorate().run("show", operation).out();
    assertThat(asked)
        .contains("h2", "h3", "off")
        .contains(machines.address(2) + ":2379", machines.address(3) + ":2379");
    return operation;
  }

  private void itIsRestored(String operation) throws Exception {
    payments.approve(operation, "--as", "dana", "--confirm", "payments");
    payments.approve(operation, "--as", "robin", "--confirm", "payments");
    payments.ends(operation);
    ShowJson ended = payments.operation(operation);
    assertThat(ended.steps()).allMatch(step -> step.state().equals("done"));
    assertThat(machines.on(1, CTL + "get last --print-value-only").strip()).isEqualTo("words");
    assertThat(machines.on(1, CTL + "member list").strip().lines()).hasSize(1);
  }

  /** The systemd of a machine that boots starts its etcd, under the old ids. */
  private void whoComesBackIsRefused() throws Exception {
    machines.powerOn(2);
    payments.until(
        "etcd of the old cluster to run on the second machine",
        () ->
            Set.of("active", "activating")
                .contains(machines.on(2, "systemctl show -P ActiveState etcd").strip()));
    payments.until(
        "it to be refused by identity",
        () ->
            machines
                .on(1, "journalctl -u etcd --no-pager | tail -n 2000")
                .contains("cluster ID mismatch"));
    payments.until("status to name it", () -> payments.status().contains("old-member"));
    assertThat(machines.on(1, CTL + "member list").strip().lines()).hasSize(1);
    assertThat(machines.on(1, CTL + "put after words").strip()).isEqualTo("OK");
  }
}
