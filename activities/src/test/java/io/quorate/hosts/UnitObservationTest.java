package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberName;
import io.quorate.shell.Facts;
import io.quorate.shell.LocalHost;
import io.quorate.supervisor.MemberObservation;
import io.quorate.supervisor.MemberPaths;
import io.quorate.supervisor.Supervision;
import io.quorate.supervisor.SystemdSupervisor;
import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a unit of systemd proves about its member; the facts are those that systemd 252 gave. */
class UnitObservationTest {
  private static final MemberPaths MEMBER =
      new MemberPaths(
          new MemberName("h1"),
          new MemberName("h1"),
          "/var/lib/etcd/h1",
          "/etc/etcd/h1.env",
          "/opt/etcd/h1/etcd",
          new SystemdSupervisor("etcd.service"));

  private static final String RESTS =
      """
      environment=file
      unit=etcd.service loaded inactive dead
      unit-run=none
      unit-end=success 2 0
      trace=etcd.service
      named=h1
      """;

  @Test
  void aUnitWithItsProcessRuns() {
    var seen =
        seen(
            """
            environment=file
            unit=etcd.service loaded active running
            unit-run=0a1b
            process=815 S 4711 directory
            named=h1
            """);

    assertThat(seen.workload(MEMBER))
        .isEqualTo(
            Workload.running("pid 815 of etcd.service runs", new Run("815.4711", "pid 815")));
  }

  /**
   * The look at the cluster goes on, because the lie of one host says nothing about the other
   * members.
   */
  @Test
  void aLieAboutAFileOfTheUnitMakesThatMemberUnknown() {
    var host = new MemberScripts(MEMBER, new LocalHost(), ScratchMember.LIMITS);
    Workload told =
        new HostWorkloads(Hosts.of(List.of(host)), Clock.systemUTC())
            .in(Facts.of("10.0.0.3", RESTS + "unit-file=x y z\n"), host, Instant.EPOCH);

    assertThat(told.state()).isInstanceOf(Workload.Uncertain.class);
    assertThat(told.evidence())
        .contains("10.0.0.3 answered with what the scripts of Quorate never print");
  }

  @Test
  void aUnitThatWaitsForAQuorumRuns() {
    var seen =
        seen(
            """
            environment=file
            unit=etcd.service loaded activating start job
            process=815 S 4711 directory
            """);

    assertThat(seen.workload(MEMBER).state()).isInstanceOf(Workload.Running.class);
    assertThat(seen.workload(MEMBER).evidence()).contains("waits for a quorum");
    assertThat(seen.restarting()).isFalse();
  }

  @Test
  void aUnitThatSystemdGaveUpOnStoppingStillRuns() {
    var seen =
        seen(
            """
            environment=file
            unit=etcd.service loaded failed failed
            process=815 D 4711 directory
            """);

    assertThat(seen.workload(MEMBER).state()).isInstanceOf(Workload.Running.class);
    assertThat(seen.workload(MEMBER).evidence()).contains("gave up on stopping it");
  }

  @Test
  void aUnitAtRestIsProvenStopped() {
    assertThat(seen(RESTS).workload(MEMBER).state()).isEqualTo(Workload.Gone.STOPPED);
    assertThat(seen(RESTS).workload(MEMBER).evidence())
        .isEqualTo("etcd.service is inactive and has no process; last end: success, exit 2");
  }

  @Test
  void aCrashLoopIsNeverProvenAbsentAndCanBeHeld() {
    var seen =
        seen(
            """
            environment=file
            unit=etcd.service loaded activating auto-restart
            unit-run=0a1b
            unit-end=exit-code 1 7
            trace=etcd.service
            named=h1
            """);

    assertThat(seen.workload(MEMBER).state()).isInstanceOf(Workload.Uncertain.class);
    assertThat(seen.workload(MEMBER).evidence())
        .isEqualTo(
            "systemd starts etcd.service again by itself (auto-restart); last end: exit-code, exit"
                + " 1, restarted 7 times; systemctl stop etcd.service ends that");
    assertThat(seen.restarting()).isTrue();
    assertThat(seen.workload(MEMBER).isRestarting()).isTrue();
  }

  /** In a crash loop there is a process now and then, which proves no more than its absence. */
  @Test
  void aProcessThatSystemdHasJustRestartedIsUncertain() {
    var seen =
        seen(
            """
            environment=file
            unit=etcd.service loaded activating start job
            unit-run=0a1b
            unit-end=exit-code 1 7
            process=815 S 4711 directory
            unit-fresh=yes
            named=h1
            """);

    assertThat(seen.workload(MEMBER).state()).isInstanceOf(Workload.Uncertain.class);
    assertThat(seen.workload(MEMBER).isRestarting()).isTrue();
    assertThat(seen.workload(MEMBER).evidence())
        .isEqualTo(
            "pid 815 of etcd.service was started by systemd again a moment ago; last end:"
                + " exit-code, exit 1, restarted 7 times");
    assertThat(seen.restarting()).as("it cannot be held at this moment").isFalse();
  }

  @Test
  void anOpenDatabaseWithoutAProcessOfTheUnitIsUnknown() {
    Workload workload = seen(RESTS + "data-locked=yes\n").workload(MEMBER);

    assertThat(workload.state()).isInstanceOf(Workload.Uncertain.class);
    assertThat(workload.evidence()).contains("another process has the database");
  }

  @Test
  void anEtcdThatAPersonStartedOutsideOfTheUnitIsUnknown() {
    Workload workload = seen(RESTS + "other=900 4712 root etcd\n").workload(MEMBER);

    assertThat(workload.state()).isInstanceOf(Workload.Uncertain.class);
    assertThat(workload.evidence())
        .startsWith("pid 900 of root (etcd) uses")
        .contains("outside etcd.service");
  }

  @Test
  void aHoldCountsOnceSystemdHasReadIt() {
    String hold = RESTS + "hold=12:34.5\nholder=payments.1a2b 2026-11-22T14:00:00Z\n";

    assertThat(seen(hold + "hold-works=yes\n").workload(MEMBER).state())
        .isEqualTo(Workload.Gone.HELD);
    assertThat(seen(hold).workload(MEMBER).state()).isEqualTo(Workload.Gone.STOPPED);
    assertThat(seen(hold).workload(MEMBER).evidence()).contains("systemd has not read");
    assertThat(seen(hold).held()).isFalse();
  }

  @Test
  void aMaskedUnitIsHeldByAPerson() {
    Workload workload = seen(RESTS.replace("loaded", "masked")).workload(MEMBER);

    assertThat(workload.state()).isEqualTo(Workload.Gone.HELD);
    assertThat(workload.evidence()).contains("systemctl unmask etcd.service");
    assertThat(seen(RESTS.replace("loaded", "masked")).held()).isTrue();
  }

  @Test
  void aUnitWithAnErrorInItsFileIsUnknown() {
    assertThat(seen(RESTS.replace("loaded", "bad-setting")).workload(MEMBER).evidence())
        .isEqualTo("etcd.service is bad-setting; see systemctl status etcd.service");
  }

  @Test
  void aMachineWithNothingOfTheMemberProvesNothing() {
    Workload workload =
        seen("environment=absent\nunit=etcd.service not-found inactive dead\nnamed=\n")
            .workload(MEMBER);

    assertThat(workload.isUnreachable()).isTrue();
    assertThat(workload.evidence()).endsWith("is this its host?");
  }

  @Test
  void aUnitThatEveryMachineMayHaveIsNoTraceOfTheMember() {
    String template = "environment=absent\nunit=etcd@typo.service loaded inactive dead\nnamed=\n";

    assertThat(seen(template).workload(MEMBER).isUnreachable()).isTrue();
  }

  @Test
  void aUnitThatHasJustEndedIsNotProvenStopped() {
    String ending = RESTS.replace("inactive dead", "deactivating stop-sigterm");

    assertThat(seen(ending).workload(MEMBER).provenAbsent()).isFalse();
  }

  @Test
  void howOftenACrashLoopWentRoundDoesNotKeepItFromBeingHeld() {
    String loop = "environment=file\nunit=etcd.service loaded activating auto-restart\n";
    MemberObservation before = seen(loop + "unit-run=0a\nunit-end=exit-code 1 7\n");
    MemberObservation now = seen(loop + "unit-run=0b\nunit-end=exit-code 1 8\n");

    assertThat(now).isNotEqualTo(before);
    assertThat(now.restartingAs(before)).isTrue();
    assertThat(seen(RESTS).restartingAs(before)).isFalse();
  }

  @Test
  void aHoldOnARunningMemberIsNamedAndAForeignProcessIsUncertain() {
    String runs =
        "environment=file\nunit=etcd.service loaded active running\nprocess=815 S 4711 directory\n";

    assertThat(seen(runs + "named=h1\nhold=1:2\nhold-works=yes\n").workload(MEMBER).evidence())
        .contains("a hold is in force");
    assertThat(seen(runs + "named=h2\n").workload(MEMBER).state())
        .isInstanceOf(Workload.Uncertain.class);
  }

  @Test
  void theEnvironmentFileOfAnotherMemberProvesNothing() {
    assertThat(seen(RESTS.replace("named=h1", "named=h2")).workload(MEMBER).state())
        .isInstanceOf(Workload.Uncertain.class);
  }

  private static MemberObservation seen(String facts) {
    return new Supervision(MEMBER, Facts.of("this machine", facts)).process();
  }
}
