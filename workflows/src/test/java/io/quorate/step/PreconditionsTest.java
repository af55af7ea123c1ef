package io.quorate.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.VotingStatus;
import io.quorate.data.DataDirectory;
import io.quorate.drawing.DrawnCluster;
import io.quorate.step.Downgrades.AwaitDowngradeEnd;
import io.quorate.step.Joins.AddLearner;
import io.quorate.step.Joins.StartMember;
import io.quorate.step.Removals.RemoveMember;
import io.quorate.step.SetAsides.SetCopyAside;
import io.quorate.step.SetAsides.SetDataAside;
import io.quorate.step.Stops.StopMember;
import io.quorate.workload.Workload;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What each step asks for itself, where no plan of a runbook gets. */
class PreconditionsTest {
  private static final MemberName ONE = new MemberName("etcd-1");
  private final DrawnCluster drawn = DrawnCluster.of(3);

  @Test
  void theUndoOfAnAddWithoutARecordedIdIsRefused() {
    Step undo = new AddLearner(ONE, "http://etcd-1:2380").undo().orElseThrow();
    drawn.member(1).status = VotingStatus.LEARNER;
    assertThat(undo.isDone(drawn.view())).isEmpty();
    assertThat(refusal(undo)).isEqualTo("id-not-recorded");
    assertThat(undo.sentence()).isEqualTo("Remove member etcd-1");
    drawn.member(1).status = VotingStatus.UNLISTED;
    assertThat(undo.isDone(drawn.view())).isPresent();
  }

  @Test
  void anUndoLearnsTheIdFromTheAdd() {
    Step undo = new AddLearner(ONE, "http://etcd-1:2380").undo().orElseThrow();
    assertThat(undo.bind(ONE, new MemberId(7))).isEqualTo(new RemoveMember(ONE, new MemberId(7)));
    assertThat(undo.bind(new MemberName("etcd-2"), new MemberId(7))).isEqualTo(undo);
  }

  @Test
  void aStartIsUndoneByAStopAndNothingUnknownIsStopped() {
    Step stop = new StartMember(ONE).undo().orElseThrow();
    assertThat(stop).isEqualTo(new StopMember(ONE));
    assertThat(stop.mayRun(drawn.view())).isEqualTo(Verdict.PROCEED);
    drawn.member(1).workload(Workload.Uncertain.AMBIGUOUS);
    assertThat(refusal(stop)).isEqualTo("process-unknown");
    assertThat(refusal(new StopMember(new MemberName("etcd-9")))).isEqualTo("process-unknown");
  }

  @Test
  void anotherMemberUnderTheNameIsNotRemoved() {
    drawn.member(1).gone();
    assertThat(refusal(new RemoveMember(ONE, new MemberId(7)))).isEqualTo("not-the-member");
    assertThat(new RemoveMember(ONE, drawn.member(1).id).mayRun(drawn.view()))
        .isEqualTo(Verdict.PROCEED);
  }

  @Test
  void aUrlThatIsInUseGetsNoLearner() {
    assertThat(refusal(new AddLearner(ONE, "http://etcd-2:2380"))).isEqualTo("peer-url-taken");
  }

  @Test
  void aLearnerIsAddedOnlyWithoutAnotherLearnerOrAPhantom() {
    drawn.member(1).gone();
    drawn.member(1).status = VotingStatus.UNLISTED;
    AddLearner add = new AddLearner(ONE, "http://etcd-1:2380");
    assertThat(add.mayRun(drawn.view())).isEqualTo(Verdict.PROCEED);
    drawn.member(2).unstarted();
    assertThat(refusal(add)).isEqualTo("voter-never-started");
    drawn.member(2).status = VotingStatus.LEARNER;
    assertThat(refusal(add)).isEqualTo("learner-there");
  }

  /** A call of its own needs the role root, or a way to the peer URL. */
  @Test
  void from36OnTheEndOfADowngradeIsReadFromTheStatus() {
    assertThat(AwaitDowngradeEnd.told(drawn.view().member(ONE).orElseThrow())).contains(false);
    drawn.member(1).downgradeTo = Optional.of("3.6");
    assertThat(AwaitDowngradeEnd.told(drawn.view().member(ONE).orElseThrow())).contains(true);
    drawn.member(1).version = EtcdVersion.parse("3.5.35");
    assertThat(AwaitDowngradeEnd.told(drawn.view().member(ONE).orElseThrow())).isEmpty();
  }

  /** A learner that is added then can never start, and keeps the downgrade from its end. */
  @Test
  void onlyAVoterOf35ThatAnswersIsAskedForADowngrade() {
    AddLearner add = new AddLearner(ONE, "http://etcd-1:2380");
    assertThat(add.silentAboutDowngrade(drawn.view())).isEmpty();
    drawn.member(2).version = EtcdVersion.parse("3.5.35");
    assertThat(add.silentAboutDowngrade(drawn.view())).contains(new MemberName("etcd-2"));
    drawn.member(2).silent();
    assertThat(add.silentAboutDowngrade(drawn.view())).isEmpty();
  }

  @Test
  void aVoterIsNeverStartedAsALearner() {
    drawn.member(1).gone();
    assertThat(refusal(new StartMember(ONE))).isEqualTo("not-a-learner");
  }

  @Test
  void theDataOfAListedMemberStaysWhereItIs() {
    drawn.member(1).stopped();
    assertThat(refusal(new SetDataAside(ONE, AddLearner.NOT_YET_KNOWN))).isEqualTo("member-listed");
    drawn.member(1).status = VotingStatus.UNLISTED;
    assertThat(new SetDataAside(ONE, AddLearner.NOT_YET_KNOWN).mayRun(drawn.view()))
        .isEqualTo(Verdict.PROCEED);
  }

  /** After the hand-over has begun the copy is all that is left in any place. */
  @Test
  void aCopyIsSetAsideOnlyWhileTheDataIsAtItsOldPlace() {
    SetCopyAside back = new SetCopyAside(ONE, new MemberName("etcd-2"), drawn.member(2).id);
    drawn.member(1).stopped();
    drawn.member(1).status = VotingStatus.UNLISTED;
    drawn.member(2).stopped();
    assertThat(back.mayRun(drawn.view())).isEqualTo(Verdict.PROCEED);

    // A glance does not look at the files of a member that answers.
    drawn.member(2).answers = true;
    drawn.member(2).data = DataDirectory.of(DataDirectory.State.UNREADABLE);
    assertThat(back.mayRun(drawn.view())).isEqualTo(Verdict.PROCEED);
    drawn.member(2).silent();

    drawn.member(2).gone();
    assertThat(Verdicts.code(back.mayRun(drawn.view()))).isEqualTo("data-left-its-place");
    drawn.member(1).tookOver(drawn.member(2).id);
    assertThat(Verdicts.code(back.mayRun(drawn.view()))).isEqualTo("copy-took-over");
    drawn.member(1).data = DataDirectory.of(DataDirectory.State.PRESENT);
    drawn.member(2).unreached();
    assertThat(back.mayRun(drawn.view())).isInstanceOf(Verdict.NotYet.class);
  }

  /** systemd starts a member again that ended because it was removed. */
  @Test
  void aRemovedMemberThatItsSupervisorStartsAgainIsStopped() {
    drawn.member(1).looping();
    drawn.member(1).status = VotingStatus.UNLISTED;
    assertThat(new StopMember(ONE).mayRun(drawn.view())).isEqualTo(Verdict.PROCEED);
  }

  private String refusal(Step step) {
    return ((Verdict.Refused) step.mayRun(drawn.view())).reason().code();
  }
}
