package io.quorate.hosts;

import static io.quorate.hosts.ScratchMember.NAME;
import static io.quorate.hosts.ScratchMember.SETTINGS;
import static io.quorate.hosts.ScratchMember.await;
import static io.quorate.hosts.ScratchMember.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.MemberId;
import io.quorate.data.DataDirectory;
import io.quorate.port.AsideDirectory;
import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import io.quorate.shell.HostLimits;
import io.quorate.shell.LocalHost;
import io.quorate.shell.Shell;
import io.quorate.supervisor.EnvironmentFile;
import io.quorate.supervisor.EnvironmentFileTest;
import io.quorate.supervisor.MemberPaths;
import io.quorate.supervisor.SystemdSupervisor;
import io.quorate.volume.Mount;
import io.quorate.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the scripts do with a unit of a real systemd, and what people do to it meanwhile. */
class UnitScriptsTest extends OnScratchMember {
  private static final String UNIT = "etcd.service";
  private static final MemberId OLD = MemberId.parse("8e9e05c52164694d");

  /** A start after a failure takes so long that a test sees the time until then. */
  private static final String SLOWLY = "Restart=always\nRestartSec=600\n";

  private OwnSystemd systemd;

  @BeforeEach
  void boot() throws IOException {
    systemd = OwnSystemd.start(Files.createDirectories(folder.resolve("systemd")));
    writeUnit("");
  }

  @AfterEach
  void end() throws IOException {
    if (systemd != null) {
      systemd.close();
    }
  }

  private void writeUnit(String more) {
    systemd.write(
        UNIT,
        """
        [Service]
        EnvironmentFile=%1$s
        ExecStart=%2$s
        StandardOutput=append:%3$s
        StandardError=append:%3$s
        %4$s
        """
            .formatted(scratch.at("etcd-0.env"), scratch.at("etcd"), systemd.journal(), more));
    systemd.on("systemctl daemon-reload");
  }

  private MemberPaths member() {
    return new MemberPaths(
        NAME,
        NAME,
        scratch.at("data"),
        scratch.at("etcd-0.env"),
        scratch.at("etcd"),
        new SystemdSupervisor(UNIT));
  }

  private Hosts hosts(Shell shell, HostLimits limits) {
    return Hosts.of(List.of(new MemberScripts(member(), new LocalHost(shell), limits, Mount.NONE)));
  }

  private HostWorkloads workloads(Shell shell) {
    return new HostWorkloads(hosts(shell, ScratchMember.LIMITS), Clock.systemUTC());
  }

  private HostWorkloads workloads() {
    return workloads(systemd.shell());
  }

  private HostDataDirectories directories() {
    return new HostDataDirectories(hosts(systemd.shell(), ScratchMember.LIMITS));
  }

  private String doubt() {
    Hosts hosts = hosts(systemd.shell(), ScratchMember.LIMITS);
    return HostPlatform.of(hosts, List.of(), Clock.systemUTC())
        .look(NAME)
        .data()
        .doubt()
        .orElse("");
  }

  private Workload look() {
    return workloads().look(NAME);
  }

  private String pid() {
    return systemd.show("MainPID", UNIT);
  }

  private String settings() throws IOException {
    return scratch.read("etcd-0.env");
  }

  @Test
  void aLogThatTheUnitNamesIsAmongWhatWasSetAside() throws IOException {
    writeUnit("Environment=ETCD_WAL_DIR=" + scratch.at("wal"));
    Files.createDirectories(scratch.path("wal.aside-payments.5f0c2d11-20260711T100000Z"));
    assertThat(directories().aside(NAME))
        .extracting(AsideDirectory::path)
        .containsExactly(scratch.at("wal.aside-payments.5f0c2d11-20260711T100000Z"));
  }

  @Test
  void aMemberIsStartedStoppedAndStartedAgain() {
    workloads().start(NAME, SETTINGS, permit());
    assertThat(look().state()).isInstanceOf(Workload.Running.class);

    workloads().stop(NAME, permit());

    assertThat(look().state()).isEqualTo(Workload.Gone.HELD);
    assertThat(look().evidence()).contains("held by payments.5f0c2d11");
    assertThat(systemd.on("systemctl restart " + UNIT)).contains("Assertion failed");
    assertThat(look().state()).isEqualTo(Workload.Gone.HELD);
    workloads().start(NAME, SETTINGS, permit());
    assertThat(look().state()).isInstanceOf(Workload.Running.class);
  }

  /**
   * Debian's unit: name and data directory stand in it alone, and its file is of systemd's form.
   */
  @Test
  void aMemberStartsUnlessAnotherEnvironmentFileSetsAJoinVariable() throws IOException {
    scratch.write("etcd-0.env", "# mine\nETCD_LOG_LEVEL = 'info' \n");
    systemd.write(
        UNIT,
        """
        [Service]
        Environment=DAEMON_ARGS=
        Environment=ETCD_NAME=%%p-0
        Environment=ETCD_DATA_DIR=%1$s
        EnvironmentFile=-%2$s
        EnvironmentFile=-%3$s/more*.env
        ExecStart=%3$s/etcd $DAEMON_ARGS
        """
            .formatted(scratch.at("data"), scratch.at("etcd-0.env"), scratch.folder));
    systemd.on("systemctl daemon-reload");

    workloads().start(NAME, SETTINGS, permit());

    assertThat(look().state()).isInstanceOf(Workload.Running.class);
    assertThat(settings())
        .startsWith("# mine\nETCD_LOG_LEVEL = 'info' \nETCD_INITIAL_CLUSTER=etcd-0=http://");
    workloads().stop(NAME, permit());
    scratch.write("more-1.env", "ETCD_INITIAL_CLUSTER_STATE=new\n");
    assertThatThrownBy(() -> workloads().start(NAME, SETTINGS, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("more-1.env line 1 sets ETCD_INITIAL_CLUSTER_STATE, which a start");
  }

  /** The forms of lines in EnvironmentFileTest, as this systemd hands them on. */
  @Test
  void linesAreReadAsSystemdReadsThem() throws IOException {
    List<String> lines = EnvironmentFileTest.linesOfSystemd().map(a -> a.get()[0] + "").toList();
    var text = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      text.append(lines.get(i).replace("A", "Q" + i + "_")).append('\n');
    }
    scratch.write("etcd-0.env", scratch.read("etcd-0.env") + text);
    workloads().start(NAME, SETTINGS, permit());

    String environ = systemd.on("cat /proc/" + pid() + "/environ");
    var file =
        EnvironmentFile.parse("f", EnvironmentFile.Syntax.SYSTEMD, scratch.read("etcd-0.env"));
    List<String> read =
        file.variables().entrySet().stream()
            .filter(one -> one.getKey().startsWith("Q"))
            .map(one -> one.getKey() + "=" + one.getValue())
            .toList();
    assertThat(environ.split("\0")).containsAll(read);
    assertThat(read).hasSizeGreaterThanOrEqualTo(lines.size());
  }

  @Test
  void aVariableForOneStartReachesTheProcessAndRaisesNoDoubt() throws IOException {
    scratch.writeData();
    enable();
    var once =
        new JoinSettings(
            SETTINGS.peerUrlsByName(), new TreeMap<>(Map.of("ETCD_SNAPSHOT_COUNT", "a\\b \"c\"")));
    for (int round = 0; round < 2; round++) {
      workloads().start(NAME, once, permit());
      assertThat(systemd.on("tr '\\0' '\\n' </proc/" + pid() + "/environ"))
          .contains("\nETCD_SNAPSHOT_COUNT=a\\b \"c\"\n");
      assertThat(doubt()).isEmpty();
      workloads().stop(NAME, permit());
    }
    workloads().start(NAME, SETTINGS, permit());
    assertThat(systemd.on("tr '\\0' '\\n' </proc/" + pid() + "/environ"))
        .doesNotContain("ETCD_SNAPSHOT_COUNT");
  }

  /** Until it is held they may, and that is said; then none of them does. */
  @Test
  void timersPathsAndOtherUnitsDoNotStartAHeldMember() throws IOException {
    systemd.write("etcd.timer", "[Timer]\nOnActiveSec=0\n");
    systemd.write("etcd.path", "[Path]\nPathExists=" + scratch.at("go") + "\n");
    systemd.write("other.service", "[Unit]\nRequires=etcd.service\n[Service]\nExecStart=sleep 9\n");
    systemd.on("systemctl daemon-reload; systemctl start etcd.path");
    assertThat(look().state()).isEqualTo(Workload.Gone.STOPPED);
    assertThat(look().evidence()).contains("; etcd.path may start it until it is held");

    workloads().hold(NAME, permit());
    systemd.on("systemctl start etcd.timer");
    await(() -> systemd.show("Result", "etcd.timer").equals("success") && wasRefused());
    Files.createFile(scratch.path("go"));
    await(() -> !systemd.show("ActiveState", "etcd.path").equals("active"));

    assertThat(systemd.on("systemctl start other.service"))
        .contains("A dependency job for other.service failed");
    assertThat(look().state()).isEqualTo(Workload.Gone.HELD);
    assertThat(pid()).isEqualTo("0");
  }

  private boolean wasRefused() {
    return systemd.show("AssertResult", UNIT).equals("no")
        && !systemd.show("AssertTimestampMonotonic", UNIT).equals("0");
  }

  @Test
  void aMaskedUnitIsSaidAndNothingIsWritten() throws IOException {
    scratch.writeData();
    systemd.on("ln -sf /dev/null /etc/systemd/system/" + UNIT + "; systemctl daemon-reload");
    String before = settings();

    assertThat(look().state()).isEqualTo(Workload.Gone.HELD);
    assertThat(look().evidence()).contains("systemctl unmask etcd.service");
    assertThat(doubt()).contains("is masked");
    assertThatThrownBy(() -> workloads().start(NAME, SETTINGS, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("etcd.service is masked, so nothing starts it; systemctl unmask");
    assertThat(settings()).isEqualTo(before);
  }

  @Test
  void aUnitThatDoesNotExistIsSaidAndNothingIsWritten() throws IOException {
    systemd.on("rm /etc/systemd/system/" + UNIT + "; systemctl daemon-reload");
    String before = settings();

    assertThat(look().state()).isEqualTo(Workload.Gone.ABSENT);
    assertThat(look().evidence())
        .isEqualTo(
            "there is no unit etcd.service; write it and systemctl daemon-reload,"
                + " or name another as service");
    assertThatThrownBy(() -> workloads().start(NAME, SETTINGS, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("there is no unit etcd.service");
    assertThat(settings()).isEqualTo(before);
  }

  /** systemd would start what nobody has looked at: the hold tells it to read the unit anew. */
  @Test
  void aUnitThatWasChangedAndNotReadIsNotStopped() throws IOException {
    scratch.writeData();
    workloads().start(NAME, SETTINGS, permit());
    String pid = pid();
    systemd.on("echo '# by a person' >>/etc/systemd/system/" + UNIT);

    assertThat(look().evidence()).endsWith("has not read them; systemctl daemon-reload");
    assertThat(scratch.directories().look(NAME).state())
        .as("its data is no matter of its unit")
        .isEqualTo(DataDirectory.State.PRESENT);
    assertThatThrownBy(() -> workloads().stop(NAME, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("systemctl daemon-reload");
    assertThat(pid()).isEqualTo(pid);

    systemd.on("systemctl daemon-reload");
    workloads().stop(NAME, permit());
    assertThat(look().state()).isEqualTo(Workload.Gone.HELD);
  }

  /** Quorum may need it, and the hold that is taken away has systemd read the unit anew. */
  @Test
  void aHeldMemberIsStartedThoughItsUnitWasChanged() throws IOException {
    enable();
    scratch.writeData();
    workloads().hold(NAME, permit());
    systemd.on("echo '# by a person' >>/etc/systemd/system/" + UNIT);
    assertThat(look().evidence()).endsWith("has not read them; systemctl daemon-reload");

    workloads().start(NAME, SETTINGS, permit());

    assertThat(look().state()).isInstanceOf(Workload.Running.class);
  }

  /** A worker that died before it told systemd must not need a person. */
  @Test
  void aHoldThatSystemdHasNotMissedYetIsNoChangeOfAPersons() {
    enable();
    workloads().hold(NAME, permit());
    systemd.on("rm /etc/systemd/system/etcd.service.d/zz-quorate-hold.conf");
    assertThat(systemd.show("NeedDaemonReload", UNIT)).isEqualTo("yes");

    workloads().start(NAME, SETTINGS, permit());

    assertThat(look().state()).isInstanceOf(Workload.Running.class);
  }

  /** systemd forgets a unit at rest that nothing wants, and reads it anew each time. */
  private void enable() {
    String wants = "/etc/systemd/system/default.target.wants";
    systemd.on("mkdir -p %s; ln -s ../etcd.service %s/".formatted(wants, wants));
    systemd.on("systemctl daemon-reload");
  }

  @Test
  void aCrashLoopTellsTheLastLineOfTheLogAndTheDataStays() throws IOException {
    scratch.writeData();
    scratch.fakeEtcd(
        "printf '%s\\n"
            + "' 'flag provided but not defined: -no-such-flag' Usage: '' '  etcd [flags]'; exit"
            + " 2");
    writeUnit(SLOWLY);
    systemd.on("systemctl start " + UNIT);
    await(() -> systemd.show("SubState", UNIT).equals("auto-restart"));
    Files.writeString(
        systemd.journal(),
        "etcd.service: Main process exited, code=exited, status=2\nStopped etcd.service.\n",
        StandardOpenOption.APPEND);

    assertThat(look().state()).isInstanceOf(Workload.Uncertain.class);
    assertThat(look().isRestarting()).isTrue();
    assertThat(look().evidence())
        .startsWith(
            "systemd starts etcd.service again by itself (auto-restart); last end: exit-code")
        .endsWith("; its log ends with: flag provided but not defined: -no-such-flag");
    assertThatThrownBy(() -> directories().setAside(NAME, OLD, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("systemctl stop etcd.service ends that");
    assertThat(scratch.path("data/member")).exists();

    workloads().hold(NAME, permit());
    assertThat(look().state()).isEqualTo(Workload.Gone.HELD);
    assertThat(systemd.show("ActiveState", UNIT)).isEqualTo("inactive");
  }

  @Test
  void aRestartByAPersonBeforeTheLockLeavesTheNewProcessAlone() {
    workloads().start(NAME, SETTINGS, permit());
    String before = pid();
    Shell interrupted = beforeTheLock(() -> systemd.on("systemctl restart " + UNIT));

    assertThatThrownBy(() -> workloads(interrupted).stop(NAME, permit()))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("something else changed etcd-0");

    assertThat(pid()).isNotEqualTo(before).isNotEqualTo("0");
    assertThat(look().state()).isInstanceOf(Workload.Running.class);
    assertThat(look().evidence()).doesNotContain("hold");
  }

  @Test
  void aStartByAPersonBeforeTheLockKeepsTheDataInItsPlace() throws IOException {
    scratch.writeData();
    var late =
        new HostDataDirectories(
            hosts(
                beforeTheLock(() -> systemd.on("systemctl start " + UNIT)), ScratchMember.LIMITS));

    assertThatThrownBy(() -> late.setAside(NAME, OLD, permit()))
        .isInstanceOf(Failure.Transient.class);

    assertThat(scratch.path("data/member")).exists();
    assertThat(look().state()).isInstanceOf(Workload.Running.class);
  }

  @Test
  void anotherQuorateWaitsForTheLockOfTheUnit() {
    workloads().start(NAME, SETTINGS, permit());
    var impatient =
        new HostLimits(
            Duration.ofSeconds(20),
            Duration.ofSeconds(1),
            Duration.ofSeconds(9),
            Duration.ofSeconds(9));
    var other = new HostWorkloads(hosts(systemd.shell(), impatient), Clock.systemUTC());
    var met = new AtomicBoolean();
    Shell first =
        (script, arguments, reply, limit) ->
            systemd
                .shell()
                .run(
                    script,
                    arguments,
                    reply == Shell.Reply.NONE
                        ? reply
                        : question -> {
                          assertThatThrownBy(() -> other.stop(NAME, permit()))
                              .isInstanceOf(Failure.Transient.class)
                              .hasMessageContaining(
                                  "holds the lock /run/quorate/etcd.service.lock");
                          met.set(true);
                          return reply.to(question);
                        },
                    limit);
    var patient =
        new HostWorkloads(
            hosts(
                first,
                new HostLimits(
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(9))),
            Clock.systemUTC());

    patient.stop(NAME, permit());

    assertThat(met).isTrue();
    assertThat(look().state()).isEqualTo(Workload.Gone.HELD);
    other.stop(NAME, permit());
  }

  /** Something happens once, between the look and the script that acts. */
  private Shell beforeTheLock(Runnable event) {
    var happened = new AtomicBoolean();
    return (script, arguments, reply, limit) -> {
      if (reply != Shell.Reply.NONE && happened.compareAndSet(false, true)) {
        event.run();
      }
      return systemd.shell().run(script, arguments, reply, limit);
    };
  }
}
