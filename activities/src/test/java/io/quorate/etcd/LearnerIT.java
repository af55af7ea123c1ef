package io.quorate.etcd;

import static io.quorate.etcd.TestedCluster.name;
import static io.quorate.etcd.TestedCluster.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.Revision;
import io.quorate.lab.machine.Await;
import io.quorate.port.Failure;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A learner comes, is promoted, and goes; every test begins and ends with three voters. */
@ParameterizedClass(allowZeroInvocations = true)
@MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LearnerIT extends OnTestedCluster {
  private MemberName through;
  private MemberName joiner;
  private Instant removedAt = Instant.now();

  @BeforeParameterizedClassInvocation
  void start() throws IOException, InterruptedException {
    joiner = name(cluster.joiner());
    cluster.awaitSettled();
    changeThroughTheLeader();
    settle();
  }

  @BeforeEach
  void changeThroughTheLeader() {
    through = name(cluster.leader());
  }

  @AfterEach
  void removeTheJoiner() throws IOException, InterruptedException {
    String url = cluster.joiner().peerUrl().toString();
    for (MembershipEntry entry : membership.linearizableList(through)) {
      if (entry.peerUrls().contains(url)) {
        remove(entry);
      }
    }
    cluster.joiner().kill();
    cluster.joiner().destroyData();
  }

  @Test
  void aLearnerIsListedAsEtcdGaveItBack() throws InterruptedException {
    MembershipEntry added = add();
    assertThat(added.learner()).isTrue();
    assertThat(added.started()).isFalse();
    assertThat(added.peerUrls()).containsExactly(cluster.joiner().peerUrl().toString());
    assertThat(membership.linearizableList(through)).hasSize(4).contains(added);
  }

  @Test
  void theSameUrlTwiceIsRefused() throws InterruptedException {
    add();
    assertThatThrownBy(this::add)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("look it up in the member list");
    assertThat(membership.linearizableList(through)).hasSize(4);
  }

  @Test
  void aSecondLearnerHasToWait() throws InterruptedException {
    add();
    String url = cluster.other().peerUrl().toString();
    assertThatThrownBy(() -> membership.addLearner(through, url, permit()))
        .isInstanceOf(Failure.NotYet.class)
        .hasMessageContaining("too many learner");
  }

  @Test
  void anInvalidUrlIsAFault() {
    assertThatThrownBy(() -> membership.addLearner(through, "nonsense", permit()))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("correct the peer URL");
  }

  @Test
  void aLearnerThatWasNeverStartedIsNotPromoted() throws InterruptedException {
    MembershipEntry added = add();
    assertThatThrownBy(() -> membership.promote(through, added.id(), permit()))
        .isInstanceOf(Failure.NotYet.class)
        .hasMessageContaining("in sync with leader");
  }

  @Test
  void removingTwiceIsRemovingOnce() throws InterruptedException {
    MembershipEntry added = add();
    remove(added);
    membership.remove(through, added.id(), permit());
    assertThat(membership.linearizableList(through)).hasSize(3);
  }

  @Test
  void promotingSomebodyWhoIsNotThereIsRefused() throws InterruptedException {
    MembershipEntry added = add();
    remove(added);
    assertThatThrownBy(() -> membership.promote(through, added.id(), permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("not found");
  }

  @Test
  void promotingAVoterChangesNothing() {
    membership.promote(through, cluster.idOf(cluster.leader()), permit());
    assertThat(membership.linearizableList(through)).noneMatch(MembershipEntry::learner);
  }

  @Test
  void aLearnerAnswersForItselfOnly() throws IOException, InterruptedException {
    MembershipEntry added = add();
    startJoiner();
    assertThat(maintenance.status(joiner).learner()).isTrue();
    assertThat(maintenance.status(joiner).memberId()).isEqualTo(added.id());
    assertThat(maintenance.peers(joiner).active()).hasSize(3);
    assertThatThrownBy(() -> membership.localList(joiner))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("ask a voter");
    assertThatThrownBy(() -> membership.linearizableList(joiner))
        .isInstanceOf(Failure.Refused.class);
    assertThat(membership.listForPeers(joiner, cluster.joiner().peerUrl().toString()))
        .containsExactlyInAnyOrderElementsOf(membership.linearizableList(through));
    assertThatThrownBy(() -> maintenance.linearizableRead(joiner))
        .isInstanceOf(Failure.Refused.class);
    assertThatThrownBy(() -> maintenance.alarms(joiner)).isInstanceOf(Failure.Refused.class);
    assertThatThrownBy(() -> storage.hashOfKeys(joiner, new Revision(1), TestedCluster.LIMIT))
        .isInstanceOf(Failure.Refused.class);
    assertThatThrownBy(() -> membership.remove(joiner, added.id(), permit()))
        .isInstanceOf(Failure.Refused.class);
  }

  @Test
  void aLearnerStreamsASnapshotFromThreeFiveOn() throws IOException, InterruptedException {
    add();
    startJoiner();
    if (tool.tool().minor().equals("3.4")) {
      assertThatThrownBy(() -> storage.snapshot(joiner, (chunk, remaining) -> {}))
          .isInstanceOf(Failure.Refused.class)
          .hasMessageContaining("ask a voter");
    } else {
      assertThat(storage.snapshot(joiner, (chunk, remaining) -> {})).isPositive();
    }
  }

  @Test
  void aLearnerInSyncIsPromotedThroughAFollower() throws IOException, InterruptedException {
    MembershipEntry added = add();
    startJoiner();
    MemberName follower = name(cluster.followers().getFirst());
    Await.until("promotion", Duration.ofSeconds(30), () -> promotes(follower, added));
    membership.promote(follower, added.id(), permit());
    assertThat(membership.linearizableList(through))
        .filteredOn(entry -> entry.id().equals(added.id()))
        .allMatch(entry -> entry.started() && !entry.learner())
        .hasSize(1);
  }

  private boolean promotes(MemberName follower, MembershipEntry added) {
    try {
      membership.promote(follower, added.id(), permit());
      return true;
    } catch (Failure.NotYet notInSync) {
      return false;
    }
  }

  /** An id is made of URL and second: one that was removed in a second cannot be added in it. */
  private MembershipEntry add() throws InterruptedException {
    Await.until(
        "the next second",
        TestedCluster.LIMIT,
        () -> Instant.now().getEpochSecond() > removedAt.getEpochSecond());
    return membership.addLearner(through, cluster.joiner().peerUrl().toString(), permit());
  }

  private void remove(MembershipEntry entry) {
    settle();
    membership.remove(through, entry.id(), permit());
    removedAt = Instant.now();
    settle();
  }

  /**
   * Changes that follow each other at once are dropped by raft, with no answer, while the one
   * before is not applied for good; a later entry, which reading the alarms is, makes sure that it
   * is.
   */
  private void settle() {
    maintenance.alarms(through);
  }

  private void startJoiner() throws IOException, InterruptedException {
    cluster.joiner().start();
    Await.until(
        "the joiner to answer", TestedCluster.LIMIT, () -> cluster.answers(cluster.joiner()));
  }
}
