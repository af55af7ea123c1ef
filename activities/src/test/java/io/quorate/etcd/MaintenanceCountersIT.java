package io.quorate.etcd;

import static io.quorate.etcd.TestedCluster.name;
import static io.quorate.etcd.TestedCluster.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.Revision;
import io.quorate.etcd.proto.AlarmType;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Changes that leave quorum alone: leader, space, alarms, peer URLs. All members stay up. */
@ParameterizedClass(allowZeroInvocations = true)
@MethodSource("io.quorate.etcd.Minors#all")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MaintenanceCountersIT extends OnTestedCluster {
  private static final MemberId NOBODY = new MemberId(1);

  private MemberName some;

  @BeforeParameterizedClassInvocation
  void choose() {
    some = cluster.names().getFirst();
  }

  @Test
  void leadershipMovesToTheVoterThatWasNamed() throws InterruptedException {
    EtcdMember target = cluster.followers().getFirst();
    MemberId id = cluster.idOf(target);
    maintenance.moveLeader(name(cluster.leader()), id, permit());
    Await.until("one leader", LIMIT, () -> allFollow(id));
    maintenance.moveLeader(name(target), id, permit());
    assertThat(maintenance.status(name(target)).isLeader()).isTrue();
  }

  @Test
  void aFollowerHasNoLeadershipToHandOver() {
    MemberName follower = name(cluster.followers().getFirst());
    MemberId other = cluster.idOf(cluster.followers().getLast());
    assertThatThrownBy(() -> maintenance.moveLeader(follower, other, permit()))
        .isInstanceOf(Failure.NotYet.class)
        .hasMessageContaining("not leader")
        .hasMessageContaining("look who does");
  }

  @Test
  void aStrangerIsNotMadeLeader() {
    assertThatThrownBy(() -> maintenance.moveLeader(name(cluster.leader()), NOBODY, permit()))
        .isInstanceOf(Failure.NotYet.class)
        .hasMessageContaining("bad leader transferee");
  }

  @Test
  void defragmentingEachMemberReturnsTheSpaceOfACompaction() throws InterruptedException {
    fill("/space/", 200);
    fill("/space/", 200);
    Revision latest = maintenance.linearizableRead(some).revision();
    storage.compact(some, latest, permit());
    storage.compact(some, latest, permit());
    for (MemberName member : cluster.names()) {
      // Without writes the sizes stay as they were told before the compaction.
      Await.until("free pages", LIMIT, () -> freeAfterAWrite(member) > 1 << 20);
      long before = maintenance.status(member).dbSizeBytes();
      storage.defragment(member, LIMIT, permit());
      assertThat(maintenance.status(member).dbSizeBytes()).isLessThan(before - (1 << 20));
      storage.defragment(member, LIMIT, permit());
      assertThat(maintenance.linearizableRead(member).revision()).isGreaterThan(latest);
    }
  }

  @Test
  void revisionsBeforeACompactionAreGone() {
    fill("/past/", 2);
    Revision before = maintenance.linearizableRead(some).revision();
    fill("/past/", 2);
    Revision latest = maintenance.linearizableRead(some).revision();
    storage.compact(some, latest, permit());
    fill("/past/", 1);
    Revision now = maintenance.linearizableRead(some).revision();
    assertThat(storage.hashOfKeys(some, now, TestedCluster.LIMIT).compactedAt()).isEqualTo(latest);
    assertThatThrownBy(() -> storage.hashOfKeys(some, before, TestedCluster.LIMIT))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("has been compacted");
    storage.compact(some, before, permit());
  }

  @Test
  void theFutureIsNotCompacted() {
    Revision later = new Revision(maintenance.linearizableRead(some).revision().value() + 1_000);
    assertThatThrownBy(() -> storage.compact(some, later, permit()))
        .isInstanceOf(Failure.NotYet.class)
        .hasMessageContaining("future revision");
  }

  @Test
  void nothingIsKeptUpWithAPermitThatIsTooOld() {
    Permit late = Permit.granted("op", Duration.ZERO, System::nanoTime, () -> false);
    assertThatThrownBy(() -> storage.defragment(some, LIMIT, late))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("nothing was done");
  }

  @Test
  void anAlarmIsClearedExactlyAsItIsListed() {
    MemberId raised = maintenance.status(some).memberId();
    try (var alarms = new RaisedAlarms(cluster.voter(0).clientUrl(), raised)) {
      alarms.raiseBoth();
      List<Alarm> listed = maintenance.alarms(some);
      assertThat(listed).hasSize(2);
      maintenance.disarm(some, new Alarm(Alarm.Kind.NOSPACE, Optional.empty()), permit());
      assertThat(maintenance.alarms(some)).containsExactlyInAnyOrderElementsOf(listed);
      for (Alarm alarm : listed) {
        maintenance.disarm(some, alarm, permit());
        maintenance.disarm(some, alarm, permit());
      }
      assertThat(maintenance.alarms(some)).isEmpty();
    }
  }

  @Test
  void anAlarmOfNobodyIsClearedToo() {
    try (var alarms = new RaisedAlarms(cluster.voter(0).clientUrl(), new MemberId(0))) {
      alarms.raise(AlarmType.CORRUPT);
      Alarm nobodys = new Alarm(Alarm.Kind.CORRUPT, Optional.empty());
      assertThat(maintenance.alarms(some)).containsExactly(nobodys);
      maintenance.disarm(some, nobodys, permit());
      assertThat(maintenance.alarms(some)).isEmpty();
    }
  }

  @Test
  void anotherPeerUrlIsListedAndTheMemberStaysConnected() {
    MembershipEntry moved = listed(2);
    List<String> old = moved.peerUrls();
    List<String> fresh = List.of(old.getFirst().replace("127.0.0.1", "localhost"));
    membership.update(some, moved.id(), fresh, permit());
    membership.update(some, moved.id(), fresh, permit());
    assertThat(listed(2).peerUrls()).isEqualTo(fresh);
    assertThat(cluster.downgrade().isEnabled(cluster.names().get(2))).isFalse();
    membership.update(some, moved.id(), old, permit());
    assertThat(listed(2)).isEqualTo(moved);
  }

  @Test
  void thePeerUrlOfAnotherMemberIsRefused() {
    List<String> taken = listed(1).peerUrls();
    assertThatThrownBy(() -> membership.update(some, listed(2).id(), taken, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("look it up in the member list");
  }

  @Test
  void aMemberThatIsNotThereGetsNoPeerUrl() {
    assertThatThrownBy(
            () -> membership.update(some, NOBODY, List.of("http://127.0.0.1:1"), permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("member not found");
  }

  /** etcd would take it, and the other two would end on it, at each start again. */
  @Test
  void aPeerUrlThatIsNoneIsNeverSent() {
    assertThatThrownBy(() -> membership.update(some, listed(2).id(), List.of("nonsense"), permit()))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("correct the peer URL");
    assertThat(cluster.voters()).allMatch(EtcdMember::isRunning);
  }

  @Test
  void thePrefixesWithMostKeysComeFirstAndAreCountedInFull() {
    try (var keys = new ManyKeys(cluster.voter(0).clientUrl())) {
      keys.put("/registry/events/n/", 2_300, 1);
      keys.put("/registry/leases/n/", 1_200, 1);
      keys.put("flat-", 40, 1);
    }
    // It is read from this member alone, which may not have them yet.
    maintenance.linearizableRead(some);
    Map<String, Long> largest = storage.largestPrefixes(some, 2);
    assertThat(largest)
        .containsExactly(entry("/registry/events/", 2_300L), entry("/registry/leases/", 1_200L));
    assertThat(storage.largestPrefixes(some, 10)).containsEntry("", 40L);
  }

  private void fill(String prefix, int keys) {
    try (var many = new ManyKeys(cluster.voter(0).clientUrl())) {
      many.put(prefix, keys, 10_000);
    }
  }

  private long freeAfterAWrite(MemberName member) {
    fill("/later/", 1);
    MemberStatus status = maintenance.status(member);
    return status.dbSizeBytes() - status.dbSizeInUseBytes();
  }

  private boolean allFollow(MemberId leader) {
    return cluster.names().stream()
        .allMatch(name -> maintenance.status(name).leader().equals(Optional.of(leader)));
  }

  private MembershipEntry listed(int number) {
    String name = cluster.voter(number).name();
    return membership.linearizableList(some).stream()
        .filter(entry -> entry.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
