package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Machines;
import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.lab.tools.Tools;
import io.quorate.playground.operated.ChildJvm;
import io.quorate.playground.operated.Operated;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The product on one machine, and members as units of systemd on three others, over SSH. */
@Order(Turn.FIRST)
@InTurn({1, 3, 5, 7, 9, 11})
class MachinesIT {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  @TempDir private Path folder;

  static Stream<String> newestFirst() {
    return FaultMatrix.oneOf("3.7", "3.5");
  }

  @ParameterizedTest(name = "etcd {0}")
  @MethodSource("newestFirst")
  void aLostDiskIsReplacedAndWhatSystemdWouldDoIsReckonedWith(String minor) throws Exception {
    Machines.whyNot().ifPresent(MachinesIT::skip);
    Machines.prepare(folder.resolve("lab")).ifPresent(MachinesIT::skip);
    Tools tools = Tools.ofThisMachine(System.getenv(), System.err::println);
    ToolFolder etcd = tools.find(Tool.etcd(minor));
    String version = etcd.tool().version();
    try (Machines machines =
        Machines.boot(4, folder.resolve("lab"), Map.of(version, etcd.folder()))) {
      machines.startEtcd(3, version);
      Path configuration = folder.resolve("quorate.yml");
      var payments =
          new Operated(new ChildJvm(machines.within(List.of()).words(), configuration), LIMIT);
      withoutSudoItIsSaidWhichLineIsMissing(machines, payments);
      payments.adopt(machines, folder, LOGIN);
      Process temporal = Operated.temporal(machines::within, tools.find(Tool.temporal()), folder);
      try {
        whatIsThereIsReached(payments);
        aLostDiskIsReplacedThoughTheWorkerIsKilled(machines, payments);
        for (Story story : stories()) {
          story.play(machines, payments);
        }
      } finally {
        temporal.destroyForcibly();
      }
    }
  }

  /** Half of the story after the lost disk. The whole matrix plays both halves. */
  private interface Story {
    void play(Machines machines, Operated payments) throws Exception;
  }

  private List<Story> stories() {
    Story restored =
        (machines, payments) -> {
          aStoppedMemberIsStarted(machines, payments);
          aLostMajorityIsRestoredFromTheDataThatIsLeft(machines, payments);
        };
    Story moved =
        (machines, payments) -> {
          aMembersDataIsMovedToAnotherMachine(machines, payments);
          theUnitOfADistributionIsAdoptedAndRestarted(machines, payments);
        };
    return FaultMatrix.oneOf(restored, moved).toList();
  }

  private static void skip(String why) {
    System.err.println("skipped: MachinesIT: " + why);
    Assumptions.abort(why);
  }

  /** All that follows is done by a user who is not root, with the narrowest line that works. */
  private void withoutSudoItIsSaidWhichLineIsMissing(Machines machines, Operated payments)
      throws Exception {
    var init = payments.init(machines, machines.knownHosts(), LOGIN);
    assertThat(init.exitCode()).isNotZero();
    assertThat(init.err()).contains("10.77.0.11", "ops ALL=(root) NOPASSWD: /bin/sh");
    assertThat(folder.resolve("quorate.yml")).doesNotExist();
    for (int machine = 1; machine <= 4; machine++) {
      machines.on(machine, "echo 'ops ALL=(root) NOPASSWD: /bin/sh' >/etc/sudoers.d/quorate");
    }
  }

  private void whatIsThereIsReached(Operated payments) throws Exception {
    // Temporal has just been started, and is asked for too.
    payments.until("all to be reached", () -> payments.quorate().run("check").exitCode() == 0);
    var check = payments.quorate().run("check");
    assertThat(check.out())
        .contains("ok       host 10.77.0.12 as ops")
        .contains("ok       unit etcd.service of h2 (payments)")
        .containsPattern(
            "warning  machine [0-9a-f]{12} of h2 \\(payments\\) +The machine of h2 booted at ")
        .doesNotContain("failed");
  }

  /**
   * systemd starts etcd again and again on the new disk, which the hold ends. It outlives the
   * worker, and a person cannot start the member past it.
   */
  private void aLostDiskIsReplacedThoughTheWorkerIsKilled(Machines machines, Operated payments)
      throws Exception {
    machines.on(3, "rm -rf /var/lib/etcd/h3/member; systemctl kill -s KILL etcd || true");
    payments.until(
        "systemd to start it again and again, in vain",
        () -> payments.status().contains("ends at every start"));
    Process first = payments.serving(folder);
    String operation = payments.asked("minority-replace", "--member", "h3");
    payments.approve(operation, "--as", "dana");
    payments.until("the hold", () -> said(machines, 3, "ls " + HOLD).contains("hold.conf"));
    first.destroyForcibly().waitFor();
    assertThat(said(machines, 3, "systemctl start etcd 2>&1 || true")).contains("Assertion");

    Process second = payments.serving(folder);
    try {
      payments.ends(operation);
    } finally {
      second.destroyForcibly().waitFor();
    }
    assertThat(said(machines, 3, "systemctl show -P ActiveState etcd")).isEqualTo("active");
    assertThat(said(machines, 3, "ls " + HOLD)).doesNotContain("hold.conf");
    assertThat(said(machines, 3, "stat -c %U:%a /var/lib/etcd/h3")).contains("etcd:700");
    assertThat(payments.diagnosis()).isEqualTo("whole");
  }

  private void aStoppedMemberIsStarted(Machines machines, Operated payments) throws Exception {
    Set<String> before = machines.runs(2);
    machines.on(2, "systemctl stop etcd");
    Process serving = payments.serving(folder);
    try {
      payments.done("member-restart", "--member", "h2");
    } finally {
      serving.destroyForcibly().waitFor();
    }
    assertThat(machines.runs(2)).isNotEqualTo(before);
  }

  /** The data is salvaged on its machine, and restored on another one. */
  private void aLostMajorityIsRestoredFromTheDataThatIsLeft(Machines machines, Operated payments)
      throws Exception {
    machines.on(1, CTL + "put last words");
    for (int machine = 2; machine <= 3; machine++) {
      machines.on(
          machine, "systemctl stop etcd; rm -rf /var/lib/etcd/h%d/member".formatted(machine));
    }
    machines.on(1, "systemctl stop etcd");
    String whole = said(machines, 1, SUM.formatted("/var/lib/etcd/h1/member"));

    Process serving = payments.serving(folder);
    try {
      String operation = payments.asked("majority-recovery");
      payments.approve(operation, "--as", "dana", "--confirm", "payments");
      payments.approve(operation, "--as", "robin", "--confirm", "payments");
      payments.ends(operation);
    } finally {
      serving.destroyForcibly().waitFor();
    }
    assertThat(payments.diagnosis()).isEqualTo("whole");
    assertThat(said(machines, 3, CTL + "get last --print-value-only")).isEqualTo("words");
    assertThat(said(machines, 1, SUM.formatted("/var/lib/etcd/h1.aside-*/member")))
        .as("the data it was restored from is kept as it was")
        .isEqualTo(whole);
    for (int machine = 1; machine <= 3; machine++) {
      assertThat(said(machines, machine, "ls /var/lib/etcd"))
          .doesNotContain("salvage")
          .doesNotContain("restore")
          .doesNotContain("delivery");
    }
  }

  /** The fourth machine takes over with what the third one has, and under its identity. */
  private void aMembersDataIsMovedToAnotherMachine(Machines machines, Operated payments)
      throws Exception {
    machines.on(1, CTL + "put last words");
    String before = configuration();
    payments.nextPlace(machines, 3, 4);
    var check = payments.quorate().run("check");
    assertThat(check.exitCode()).as(check.out()).isZero();
    assertThat(check.out()).contains("ok       unit etcd.service of h3.next (payments)");
    String member = said(machines, 3, CTL + "endpoint status -w fields | grep MemberID");

    Process serving = payments.serving(folder);
    try {
      payments.done("planned-migration", "--member", "h3", "--by", "data-move");
    } finally {
      serving.destroyForcibly().waitFor();
    }
    assertThat(said(machines, 4, CTL + "endpoint status -w fields | grep MemberID"))
        .isEqualTo(member);
    assertThat(said(machines, 4, "stat -c %U:%a /var/lib/etcd/h3")).contains("etcd:700");
    assertThat(said(machines, 3, "ls /var/lib/etcd/")).contains("h3.aside-");
    Files.writeString(
        folder.resolve("quorate.yml"), before.replace(machines.address(3), machines.address(4)));
    assertThat(payments.diagnosis()).isEqualTo("whole");
    assertThat(said(machines, 4, CTL + "get last --print-value-only")).isEqualTo("words");
  }

  /** Name and data directory stand in Debian's unit alone, and systemd knows them. */
  private void theUnitOfADistributionIsAdoptedAndRestarted(Machines machines, Operated payments)
      throws Exception {
    Map<Integer, String> names = Map.of(1, "h1", 2, "h2", 4, "h3");
    for (Map.Entry<Integer, String> one : names.entrySet()) {
      machines.on(one.getKey(), DEBIAN.formatted(one.getValue()));
    }
    payments.until("all to vote again", () -> payments.diagnosis().equals("whole"));
    Set<String> runs = machines.runs(1, 2, 4);
    Files.move(folder.resolve("quorate.yml"), folder.resolve("before.yml"));

    payments.adopt(machines, folder, LOGIN);
    assertThat(configuration())
        .contains("dataDirectory: \"/var/lib/etcd/default\"")
        .contains("environmentFile: \"/etc/default/etcd\"")
        .contains("binary: \"/usr/bin/etcd\"")
        .doesNotContain("\"CHANGE-ME\"");
    var check = payments.quorate().run("check");
    assertThat(check.exitCode()).as(check.out()).isZero();
    Process serving = payments.serving(folder);
    try {
      payments.done("rolling-restart");
    } finally {
      serving.destroyForcibly().waitFor();
    }
    assertThat(payments.diagnosis()).isEqualTo("whole");
    assertThat(machines.runs(1, 2, 4)).doesNotContainAnyElementsOf(runs);
  }

  private String configuration() throws IOException {
    return Files.readString(folder.resolve("quorate.yml"));
  }

  private static final String[] LOGIN = {"--user", "ops", "--sudo"};

  /** What matters of the unit of etcd-server 3.4.23-4, and a file with addresses only. */
  private static final String DEBIAN =
      """
      set -e
      systemctl stop etcd
      mv /var/lib/etcd/%1$s /var/lib/etcd/default
      grep -v -e ETCD_NAME -e ETCD_DATA_DIR /etc/etcd/%1$s.env >/etc/default/etcd
      ln -sfn "$(readlink -f /opt/etcd/%1$s/etcd)" /usr/bin/etcd
      hostname %1$s
      cat >/etc/systemd/system/etcd.service <<'E'
      [Service]
      Type=notify
      User=etcd
      Environment=DAEMON_ARGS=
      Environment=ETCD_NAME=%%H
      Environment=ETCD_DATA_DIR=/var/lib/etcd/default
      EnvironmentFile=-/etc/default/%%p
      ExecStart=/usr/bin/etcd $DAEMON_ARGS
      Restart=on-abnormal

      [Install]
      WantedBy=multi-user.target
      E
      systemctl daemon-reload
      systemctl start --no-block etcd
      """;

  private static final String CTL = "$(ls -d /opt/etcd/[0-9]*)/etcdctl ";

  private static final String SUM =
      "cd %s && find . -type f | sort | xargs -d '\\n' sha256sum | sha256sum";

  private static final String HOLD = "/etc/systemd/system/etcd.service.d/ 2>/dev/null || true";

  private static String said(Machines machines, int machine, String line)
      throws IOException, InterruptedException {
    return machines.on(machine, line).strip();
  }
}
