package io.quorate.etcd;

import static io.quorate.etcd.TestedCluster.name;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Silence;
import io.quorate.etcd.proto.AlarmType;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.watch.Pulse;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Pulses of a real cluster; every test ends with all members running. */
@ParameterizedClass(allowZeroInvocations = true)
@MethodSource("io.quorate.etcd.Minors#all")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PulseIT extends OnTestedCluster {
  @AfterEach
  void heal() throws IOException, InterruptedException {
    for (EtcdMember member : cluster.voters()) {
      member.thaw();
    }
    cluster.startAll();
  }

  @Test
  void everyMemberTellsAPulseTheSameAsAnOperation() {
    // The first call after the restart of a member may find the end of its old connection.
    cluster.pulse();
    Pulse pulse = cluster.pulse();
    for (MemberName member : cluster.names()) {
      MemberStatus told = pulse.answers().get(member);
      MemberStatus known = maintenance.status(member);
      assertThat(told)
          .usingRecursiveComparison()
          .ignoringFields("dbSizeBytes", "dbSizeInUseBytes", "raftIndex", "raftAppliedIndex")
          .isEqualTo(known);
      assertThat(told.raftIndex()).isPositive().isLessThanOrEqualTo(known.raftIndex());
    }
    assertThat(pulse.silences().keySet())
        .containsExactlyInAnyOrder(name(cluster.joiner()), name(cluster.other()));
  }

  @Test
  void aKilledMemberIsRefusedWhileTheOthersAnswer() throws IOException, InterruptedException {
    EtcdMember follower = cluster.followers().getFirst();
    cluster.pulse();
    follower.kill();
    // The first call after the death may still find the old connection, and its end.
    assertThat(cluster.pulse().silences().get(name(follower)))
        .isInstanceOfAny(Silence.Refused.class, Silence.BrokenOff.class, Silence.Declined.class);
    Pulse second = cluster.pulse();
    assertThat(second.silences().get(name(follower))).isInstanceOf(Silence.Refused.class);
    assertThat(second.answers()).hasSize(2);
    follower.start();
    follower.awaitServing(LIMIT);
    assertThat(cluster.pulse().answers()).hasSize(3);
  }

  @Test
  void aHungMemberHoldsAPulseForThreeSecondsOnly() throws IOException, InterruptedException {
    EtcdMember follower = cluster.followers().getFirst();
    cluster.pulse();
    follower.freeze();
    long before = System.nanoTime();
    Pulse pulse = cluster.pulse();
    assertThat(Duration.ofNanos(System.nanoTime() - before))
        .isBetween(Duration.ofMillis(2_900), Duration.ofMillis(3_500));
    assertThat(pulse.silences().get(name(follower))).isInstanceOf(Silence.TimedOut.class);
    assertThat(pulse.answers()).hasSize(2);
  }

  @Test
  void aRaisedAlarmIsSeenWithoutAQuestionForAlarms() {
    MemberName some = cluster.names().getFirst();
    try (var alarms =
        new RaisedAlarms(cluster.voter(0).clientUrl(), maintenance.status(some).memberId())) {
      alarms.raise(AlarmType.NOSPACE);
      assertThat(cluster.pulse().answers().get(some).alarms()).containsExactly(Alarm.Kind.NOSPACE);
    }
  }

  @Test
  void aMemberWithoutQuorumTellsOfNoLeader() throws IOException, InterruptedException {
    EtcdMember last = cluster.leader();
    for (EtcdMember follower : cluster.followers()) {
      follower.kill();
    }
    Await.until(
        "no leader",
        LIMIT,
        () ->
            Optional.ofNullable(cluster.pulse().answers().get(name(last)))
                .filter(told -> told.leader().isEmpty())
                .isPresent());
    assertThat(cluster.pulse().answers()).containsOnlyKeys(name(last));
  }

  @Test
  void aPulseIsDatedByItsEnd() {
    var at = Instant.parse("2026-11-30T00:00:00Z");
    assertThat(cluster.pulse(Clock.fixed(at, ZoneOffset.UTC)).at()).isEqualTo(at);
  }
}
