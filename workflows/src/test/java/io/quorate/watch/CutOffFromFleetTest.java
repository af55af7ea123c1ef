package io.quorate.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Silence;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CutOffFromFleetTest {
  private static final MemberName FIRST = new MemberName("etcd-0");
  private static final MemberName SECOND = new MemberName("etcd-1");
  private static final MemberName THIRD = new MemberName("etcd-2");
  private static final Silence LATE = new Silence.TimedOut("no answer within 3 s");
  private static final Silence REFUSED = new Silence.Refused("connection refused");
  private static final MemberStatus LEADERLESS =
      MemberStatus.assumed(new MemberId(1), new ClusterId(1), new EtcdVersion(3, 6, 0));
  private static final MemberStatus LED = LEADERLESS.ledBy(Optional.of(new MemberId(1)));

  private static final Pulse WELL = pulse(Map.of(FIRST, LED, SECOND, LED, THIRD, LED), Map.of());
  private static final Pulse DARK = pulse(Map.of(), Map.of(FIRST, LATE, SECOND, LATE, THIRD, LATE));

  @Test
  void mostMembersOfTheFleetSilentAtOnceMeanThatQuorateIsCutOff() {
    assertThat(CutOffFromFleet.isLikely(List.of(DARK, DARK, WELL))).isTrue();
  }

  @Test
  void aMinorityOfTheFleetIsATroubleOfItsOwn() {
    assertThat(CutOffFromFleet.isLikely(List.of(DARK, WELL, WELL))).isFalse();
  }

  @Test
  void aMemberThatMissesItsLeaderShowsThatMembersAreLost() {
    Pulse alone = pulse(Map.of(FIRST, LEADERLESS), Map.of(SECOND, LATE, THIRD, LATE));
    assertThat(CutOffFromFleet.isLikely(List.of(DARK, DARK, alone))).isFalse();
  }

  @Test
  void aRefusedConnectionShowsThatTheWayIsGood() {
    Pulse stopped = pulse(Map.of(), Map.of(FIRST, REFUSED, SECOND, REFUSED, THIRD, REFUSED));
    assertThat(CutOffFromFleet.isLikely(List.of(stopped, stopped, stopped))).isFalse();
  }

  @Test
  void twoClustersAreTooFewToTell() {
    assertThat(CutOffFromFleet.isLikely(List.of(DARK, DARK))).isFalse();
  }

  private static Pulse pulse(
      Map<MemberName, MemberStatus> answers, Map<MemberName, Silence> silences) {
    return new Pulse(Instant.EPOCH, answers, silences);
  }
}
