package io.quorate.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberName;
import io.quorate.plan.StepResult;
import io.quorate.port.Failure;
import io.quorate.port.Trial;
import io.quorate.step.Alarms.DisarmAlarm;
import io.quorate.step.IsolatedRuns.DrillSnapshot;
import io.quorate.step.IsolatedRuns.DrillSnapshot.IfBad;
import io.quorate.step.Removals.ExpelMember;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * A permit is good for 10 s, and hashing a large database takes minutes. What is compared before a
 * change is compared before the guard gives its permit.
 */
class SlowHashTest {
  private static final MemberName ODD = new MemberName("etcd-2");
  private static final Duration MINUTES = Duration.ofMinutes(3);

  @Test
  void aMemberIsExpelledHoweverLongTheOthersHash() {
    SlowHashes cluster = new SlowHashes(MINUTES);
    cluster.gone.add(ODD);
    StepResult result =
        cluster.execute(new ExpelMember(ODD, SlowHashes.id(ODD), ExpelMember.Lineage.VOUCHED_FOR));
    assertThat(result.evidence()).contains("they have the same data at revision 50");
    assertThat(cluster.calls).containsExactly("hashed etcd-0", "hashed etcd-1", "removed");
  }

  @Test
  void corruptIsDisarmedHoweverLongTheVotersHash() {
    SlowHashes cluster = new SlowHashes(MINUTES);
    Alarm alarm = new Alarm(Alarm.Kind.CORRUPT, Optional.of(SlowHashes.id(ODD)));
    cluster.alarms.add(alarm);
    cluster.execute(new DisarmAlarm(alarm, ODD.value()));
    assertThat(cluster.alarms).isEmpty();
    assertThat(cluster.calls)
        .containsExactly("hashed etcd-0", "hashed etcd-1", "hashed etcd-2", "disarmed");
  }

  @Test
  void anApprovalThatExpiresWhileVotersHashChangesNothing() {
    SlowHashes cluster = new SlowHashes(MINUTES);
    cluster.gone.add(ODD);

    assertThatThrownBy(() -> cluster.execute(expel(), Duration.ofMinutes(5)))
        .isInstanceOf(ApprovalExpired.class)
        .hasMessageStartingWith("The approval was good until 1970-01-01T00:05:00Z, and this was");

    assertThat(cluster.calls).containsExactly("hashed etcd-0", "hashed etcd-1");
  }

  @Test
  void withAnExpiredApprovalNoVoterIsHashed() {
    SlowHashes cluster = new SlowHashes(MINUTES);
    cluster.gone.add(ODD);

    assertThatThrownBy(() -> cluster.execute(expel(), Duration.ofSeconds(-1)))
        .isInstanceOf(ApprovalExpired.class);

    assertThat(cluster.calls).isEmpty();
  }

  /** As after a restore of Temporal from a backup: the operation was over long ago. */
  @Test
  void aBegunPlanThatStoodStillForTooLongChangesNothing() {
    SlowHashes cluster = new SlowHashes(MINUTES);
    cluster.gone.add(ODD);

    assertThatThrownBy(() -> cluster.goOn(expel(), Duration.ofSeconds(-1)))
        .isInstanceOf(ApprovalExpired.class);

    assertThat(cluster.calls).isEmpty();
  }

  @Test
  void anApprovalThatIsValidAfterTheHashingIsUsed() {
    SlowHashes cluster = new SlowHashes(MINUTES);
    cluster.gone.add(ODD);
    cluster.execute(expel(), Duration.ofMinutes(15));
    assertThat(cluster.calls).endsWith("removed");
  }

  @Test
  void aChangeThatIsFoundDoneIsDoneHoweverOldTheApproval() {
    SlowHashes cluster = new SlowHashes(MINUTES);
    cluster.gone.add(ODD);
    cluster.execute(expel());

    StepResult result = cluster.execute(expel(), Duration.ofSeconds(-1));

    assertThat(result.outcome()).isEqualTo(StepResult.Outcome.ALREADY_DONE);
  }

  @Test
  void aSnapshotIsTriedOutTwiceHoweverLongFetchingAndEachTrialTake() {
    SlowHashes cluster = new SlowHashes(MINUTES);
    cluster.kept.add(cluster.saved());

    cluster.execute(drill());

    assertThat(cluster.calls).containsExactly("fetched", "tried out", "tried out", "good");
  }

  @Test
  void anApprovalThatExpiresWhileASnapshotIsFetchedRestoresNothing() {
    SlowHashes cluster = new SlowHashes(MINUTES);
    cluster.kept.add(cluster.saved());

    assertThatThrownBy(() -> cluster.execute(drill(), Duration.ofMinutes(2)))
        .isInstanceOf(ApprovalExpired.class);

    assertThat(cluster.calls).containsExactly("fetched");
  }

  @Test
  void aLearnerThatStaysOutsideIsSaidAndLeavesTheSnapshotAsItWas() {
    SlowHashes cluster = new SlowHashes(MINUTES);
    cluster.kept.add(cluster.saved());
    cluster.learner = Optional.of(new Trial.StayedOutside("it did not become a voter within 60 s"));

    assertThatThrownBy(() -> cluster.execute(drill()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessage(
            "what was restored on the host of etcd-2 is as recorded, and no learner could join it:"
                + " it did not become a voter within 60 s");

    assertThat(cluster.calls).containsExactly("fetched", "tried out", "tried out");
  }

  @Test
  void aLearnerWithOtherKeysMarksTheSnapshot() {
    SlowHashes cluster = new SlowHashes(MINUTES);
    cluster.kept.add(cluster.saved());
    cluster.learner =
        Optional.of(
            new Trial.Joined(Duration.ofSeconds(7), SlowHashes.hash(1), SlowHashes.hash(2)));

    assertThatThrownBy(() -> cluster.execute(drill()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining(
            "BAD: one.db (the keys of a learner that joined it have another hash than its own)");

    assertThat(cluster.calls).containsExactly("fetched", "tried out", "tried out", "bad");
  }

  @Test
  void aDrillFailsWhereNothingCanBeRestored() {
    SlowHashes nowhere = new SlowHashes(MINUTES);

    assertThatThrownBy(() -> nowhere.execute(drill()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageStartingWith(
            "nothing can be restored on trial on the host of etcd-2: nothing is restored here");
  }

  private static DrillSnapshot drill() {
    return new DrillSnapshot(ODD, Optional.empty(), 1_000_000_000, IfBad.STOP);
  }

  private static ExpelMember expel() {
    return new ExpelMember(ODD, SlowHashes.id(ODD), ExpelMember.Lineage.VOUCHED_FOR);
  }
}
