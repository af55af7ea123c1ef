package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.tools.ToolFolder;
import io.quorate.playground.operated.Operated;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A cluster whose members were set up by Debian, by Fedora, by kubespray, by etcdadm and by
 * somebody who writes flags. {@code init} adopts all members. Each member is restarted, replaced
 * and rolled.
 */
@Order(Turn.FIRST)
@EnabledIfSystemProperty(named = "quorate.faultMatrix", matches = "all")
class DistributionUnitsIT extends OnMachines {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final int MEMBERS = 5;
  private static final int OF_FLAGS = 5;
  private static final String[] LOGIN = {"--user", "ops", "--sudo"};
  private static final String CTL = "$(ls -d /opt/etcd/[0-9]* | tail -n 1)/etcdctl ";

  /** The data directory on each machine, as its packages or scripts set it. */
  private static final List<String> DATA =
      List.of(
          "/var/lib/etcd/default",
          "/var/lib/etcd/default.etcd",
          "/var/lib/etcd",
          "/var/lib/etcd",
          "/var/lib/etcd/h5.etcd");

  @Test
  void theUnitsOfDistributionsAndInstallersAreAdoptedAndOperated() throws Exception {
    ToolFolder older = etcd("3.5");
    ToolFolder newer = etcd("3.6");
    boot(MEMBERS, LIMIT, older, newer);
    startEtcdAsPackagesDo(older.tool().version());
    allAreAdopted();
    Path file = payments.quorate().configuration();
    Files.writeString(file, Operated.releases(List.of(older, newer)) + Files.readString(file));
    whileServing(
        () -> {
          assertThat(payments.quorate().run("check").good().out()).doesNotContain("failed");
          allAreRestarted();
          eachIsReplaced();
          allAreRolled(newer.tool().version());
        });
  }

  private void startEtcdAsPackagesDo(String version) throws Exception {
    String script = script();
    for (int machine = 1; machine <= MEMBERS; machine++) {
      machines.on(
          machine,
          "set -- h%d %s %s%n%s".formatted(machine, version, machines.address(machine), script));
    }
    payments.until(
        "all to vote",
        () -> machines.on(1, CTL + "member list | grep -c started || true").strip().equals("5"));
    machines.on(1, CTL + "put set-up by-packages");
  }

  private String script() throws IOException {
    try (InputStream text = DistributionUnitsIT.class.getResourceAsStream("packaged-units.sh")) {
      return new String(text == null ? new byte[0] : text.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * The two files that {@code init} writes turn flags into variables. Nothing else is left to do.
   */
  private void allAreAdopted() throws Exception {
    var init = payments.init(machines, machines.knownHosts(), LOGIN);
    assertThat(init.exitCode()).as(init.said()).isEqualTo(1);
    assertThat(init.err()).contains("put the two files of adopt-h5 to /etc/etcd/h5.env");
    put("adopt-h5/h5.env", "/etc/etcd/h5.env");
    put("adopt-h5/quorate-settings.conf", "/etc/systemd/system/etcd.service.d/settings.conf");
    machines.on(OF_FLAGS, "systemctl daemon-reload; systemctl restart etcd");
    Files.delete(folder.resolve("quorate.yml"));

    payments.adopt(machines, folder, LOGIN);
    assertThat(Files.readString(folder.resolve("quorate.yml")))
        .contains("/etc/default/etcd", "/etc/etcd/etcd.conf", "/etc/etcd.env", "/etc/etcd/h5.env")
        .contains(Set.copyOf(DATA))
        .doesNotContain("CHANGE-ME\"");
  }

  private void put(String written, String path) throws Exception {
    String text = Files.readString(folder.resolve(written));
    machines.on(OF_FLAGS, "mkdir -p $(dirname %1$s)%ncat >%1$s <<'E'%n%2$sE".formatted(path, text));
  }

  private void allAreRestarted() throws Exception {
    Set<String> before = machines.runs(1, 2, 3, 4, 5);
    payments.done("rolling-restart");
    assertThat(machines.runs(1, 2, 3, 4, 5)).hasSize(MEMBERS).doesNotContainAnyElementsOf(before);
  }

  private void eachIsReplaced() throws Exception {
    for (int machine = 1; machine <= MEMBERS; machine++) {
      machines.on(
          machine, "systemctl stop etcd; rm -rf %s/member".formatted(DATA.get(machine - 1)));
      String lost = "h" + machine;
      payments.until("the loss of " + lost, () -> payments.diagnosis().equals("minority-lost"));
      payments.done("minority-replace", "--member", lost);
      assertThat(payments.diagnosis()).isEqualTo("whole");
      assertThat(machines.on(machine, CTL + "get set-up --print-value-only").strip())
          .isEqualTo("by-packages");
    }
  }

  private void allAreRolled(String version) throws Exception {
    payments.done("rolling-upgrade", "--to", version, "--soak", "1s");
    for (int machine = 1; machine <= MEMBERS; machine++) {
      assertThat(machines.on(machine, CTL + "endpoint status -w fields"))
          .contains("\"Version\" : \"" + version + "\"");
    }
    assertThat(payments.diagnosis()).isEqualTo("whole");
  }
}
