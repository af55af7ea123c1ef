package io.quorate.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Machines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packages on a booted machine that has neither Java nor Maven. */
@Tag("dist")
class InstallationIT {
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final String NEWER = "9.9.9";

  /** Prints the first line of the gateway's answer; the machine has no curl. */
  private static final String HEALTH =
      "exec 3<>/dev/tcp/127.0.0.1/8085 && printf 'GET /healthz HTTP/1.0\\r"
          + "\\n"
          + "Host: localhost\\r"
          + "\\n"
          + "\\r"
          + "\\n"
          + "' >&3 && head -n 1 <&3";

  @TempDir private static Path folder;
  private static Optional<Machines> machines = Optional.empty();

  @BeforeAll
  static void boot() throws Exception {
    Machines.whyNot().ifPresent(InstallationIT::skip);
    Machines.prepare(folder.resolve("lab")).ifPresent(InstallationIT::skip);
    machines = Optional.of(Machines.boot(1, folder.resolve("lab"), Map.of()));
    Path inside = machines.get().root(1).resolve("root");
    Files.copy(Built.named("quorate_", ".deb"), inside.resolve("this.deb"));
    Files.copy(Built.named("quorate-", ".tar.gz"), inside.resolve("this.tar.gz"));
    Path newer = folder.resolve("newer");
    command("dpkg-deb", "-R", Built.named("quorate_", ".deb").toString(), newer.toString());
    command("sed", "-i", "s/^Version:.*/Version: " + NEWER + "/", newer + "/DEBIAN/control");
    command("dpkg-deb", "-Znone", "-b", newer.toString(), inside.resolve("newer.deb").toString());
    on("! command -v java && ! command -v mvn");
  }

  @AfterAll
  static void end() throws Exception {
    if (machines.isPresent()) {
      machines.get().close();
    }
  }

  @AfterEach
  void purge() throws Exception {
    on("! dpkg-query -W quorate 2>/dev/null || dpkg --purge quorate; rm -rf /var/lib/quorate");
  }

  @Test
  void anInstalledPackageAnswersAndStartsNothingByItself() throws Exception {
    on("dpkg -i this.deb");

    assertThat(on("quorate --version")).contains(Built.VERSION);
    assertThat(on("quorate check || true"))
        .contains("ok       configuration /etc/quorate/quorate.yml");
    assertThat(on("quorate status payments || true")).contains("payments");
    assertThat(on("systemctl is-enabled quorate; systemctl is-active quorate; true"))
        .isEqualTo("disabled\ninactive\n");
    assertThat(on("ls /usr/lib/quorate/lib")).contains("verbs.jsa", "worker.jsa");
    assertThat(on("dpkg --verify quorate")).isEmpty();
  }

  @Test
  void theServiceIsUpWhenTheGatewayListensAndRunsAsItsOwnUser() throws Exception {
    on("dpkg -i this.deb");

    on("systemctl start quorate");

    assertThat(on(HEALTH)).isEqualTo("HTTP/1.1 200 OK\r\n");
    String pid = on("systemctl show -P MainPID quorate").strip();
    assertThat(on("stat -c %U /proc/" + pid)).isEqualTo("quorate\n");
    assertThat(on("grep -E 'NoNewPrivs|CapEff|Seccomp:' /proc/" + pid + "/status"))
        .isEqualToNormalizingWhitespace("CapEff: 0000000000000000 NoNewPrivs: 1 Seccomp: 2");
    assertThat(on("systemctl stop quorate; systemctl show -P Result quorate"))
        .isEqualTo("success\n");
  }

  @Test
  void aWrongConfigurationFailsTheStartOnce() throws Exception {
    on("dpkg -i this.deb; echo nonsense: 1 >>/etc/quorate/quorate.yml");

    assertThat(on("systemctl start quorate || journalctl -u quorate -o cat"))
        .contains("nonsense")
        .contains("quorate.yml");
    assertThat(on("systemctl show -P NRestarts,Result quorate")).isEqualTo("exit-code\n0\n");
  }

  @Test
  void upgradeAndDowngradeKeepTheConfigurationAndRestartTheService() throws Exception {
    on("dpkg -i this.deb; echo '# ours' >>/etc/quorate/quorate.yml; systemctl start quorate");

    for (String deb : List.of("newer.deb", "this.deb")) {
      String before = on("systemctl show -P MainPID quorate");
      on("dpkg -i " + deb);
      assertThat(on("tail -n 1 /etc/quorate/quorate.yml")).isEqualTo("# ours\n");
      assertThat(on("systemctl is-active quorate")).isEqualTo("active\n");
      assertThat(on("systemctl show -P MainPID quorate")).isNotEqualTo(before);
      assertThat(on(HEALTH)).isEqualTo("HTTP/1.1 200 OK\r\n");
      assertThat(on("dpkg-query -W -f '${Version}' quorate").equals(NEWER))
          .isEqualTo(deb.equals("newer.deb"));
    }
  }

  /** Such a service is activating, and not active. */
  @Test
  void aServiceThatWaitsForTheRestartIsStoppedAndStartedByAnUpgrade() throws Exception {
    on("dpkg -i this.deb; mkdir -p /run/systemd/system/quorate.service.d");
    on("printf '[Service]\\nRestartSec=600\\n' >/run/systemd/system/quorate.service.d/slow.conf");
    on("systemctl daemon-reload; systemctl start quorate; systemctl kill -s KILL quorate");
    on("until systemctl show -P SubState quorate | grep -q auto-restart; do sleep 1; done");

    on("dpkg -i newer.deb; rm -r /run/systemd/system/quorate.service.d");

    assertThat(on("systemctl is-active quorate")).isEqualTo("active\n");
    assertThat(on("ls /run/quorate-was-active 2>&1 || true")).contains("cannot access");
  }

  @Test
  void aFirstInstallationStartsNothingAfterAFailedUpgradeOfBefore() throws Exception {
    on("touch /run/quorate-was-active; dpkg -i this.deb");

    assertThat(on("systemctl is-active quorate || true")).isEqualTo("inactive\n");
  }

  @Test
  void aRemovedPackageLeavesTheConfigurationAndAPurgedOneTheSnapshots() throws Exception {
    on("dpkg -i this.deb; systemctl enable --now quorate");
    on("install -d -o quorate /var/lib/quorate/snapshots; touch /var/lib/quorate/snapshots/a");

    on("dpkg --remove quorate");
    assertThat(on("ls -d /etc/quorate/quorate.yml /usr/lib/quorate /usr/bin/quorate 2>&1 || true"))
        .startsWith("ls: ")
        .contains("/etc/quorate/quorate.yml\n")
        .contains("cannot access '/usr/lib/quorate'", "cannot access '/usr/bin/quorate'");
    assertThat(on("systemctl is-active quorate || true")).isEqualTo("inactive\n");

    assertThat(on("dpkg --purge quorate")).contains("/var/lib/quorate is left");
    assertThat(on("ls /etc/quorate /var/lib/quorate/snapshots 2>&1 || true"))
        .contains("cannot access '/etc/quorate'")
        .contains("/var/lib/quorate/snapshots:\na\n");
  }

  @Test
  void anUnpackedArchiveRunsAsAnyUser() throws Exception {
    on("mkdir /home/ops/q; tar -xf this.tar.gz -C /home/ops/q --strip-components=1");
    on("chown -R ops /home/ops/q");
    String quorate =
        "runuser -u ops -- /home/ops/q/bin/quorate --config /home/ops/q/share/quorate.yml ";

    assertThat(on(quorate + "--version")).contains(Built.VERSION);
    assertThat(on(quorate + "check || true")).contains("ok       configuration ");
    assertThat(on(quorate + "status payments || true")).contains("payments");
    on("(" + quorate + "serve >/tmp/serve 2>&1 & echo $! >/tmp/pid) </dev/null");
    Await.until("the gateway", LIMIT, PAUSE, () -> listens());
    on("kill $(cat /tmp/pid)");
    assertThat(on("ls /home/ops/q/lib/*.jsa")).contains("verbs.jsa", "worker.jsa");
  }

  private static boolean listens() throws InterruptedException {
    try {
      return on(HEALTH).contains(" 200 ");
    } catch (IOException notYet) {
      return false;
    }
  }

  private static String on(String line) throws IOException, InterruptedException {
    return machines.orElseThrow().on(1, line, LIMIT);
  }

  private static void command(String... words) throws IOException, InterruptedException {
    Command.of(words).outputWithin(LIMIT);
  }

  private static void skip(String why) {
    System.err.println("skipped: InstallationIT: " + why);
    Assumptions.abort(why);
  }
}
