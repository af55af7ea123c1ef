package io.quorate.runbook.space;

import io.quorate.cluster.MemberName;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.ChangeReadiness;
import io.quorate.runbook.OneAtATime;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.StepList;
import io.quorate.runbook.VersionConcerns;
import io.quorate.runbook.Wording;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.step.Space.Defragment;
import io.quorate.step.Space.Defragment.Until;
import io.quorate.step.StepReason;
import io.quorate.step.Votes.AwaitVoting;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.version.VersionUse;
import io.quorate.view.ClusterView;
import io.quorate.view.DiskSpace;
import io.quorate.view.Member;
import io.quorate.view.RunningVersions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Defragment (docs/etcd.md#defragmentation): members with many free pages in their database give
 * them back, one at a time, followers first; the leader only after it has handed on the leadership.
 */
public final class DefragmentRunbook implements Runbook<List<MemberName>> {
  /** Somebody can be spared, so there are other members. */
  private static final VersionUse[] USES = {
    VersionUse.DEFRAGMENT, VersionUse.DEFRAGMENT_BESIDE_OTHERS
  };

  private static final String NAME = "defragment";
  private static final String MEMBER = "member";
  private static final long MEGABYTES_100 = 100_000_000;
  private static final double SHARE = 0.45;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String sentence() {
    return "Give free pages of the databases back to their file systems, one member at a time.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.members(
            MEMBER, "The member to defragment; left out: all for which it is worth its stall."));
  }

  @Override
  public List<MemberName> request(Options options) {
    return options.members(MEMBER);
  }

  @Override
  public String title(List<MemberName> members) {
    return "defragment "
        + (members.isEmpty() ? "where it is worth it" : MemberName.inWords(members));
  }

  @Override
  public Prescription prescribe(ClusterView view, List<MemberName> members) {
    Optional<MemberName> unknown =
        members.stream()
            .filter(name -> view.member(name).filter(Member::isVoter).isEmpty())
            .findFirst();
    if (unknown.isPresent()) {
      return new Refusal(
          StepReason.NOT_A_VOTER.because(
              unknown.get() + " is no voter of this cluster.", "Name a voter of the cluster."));
    }
    List<Member> chosen =
        view.voters().stream()
            .filter(voter -> members.isEmpty() ? isWorthIt(voter) : members.contains(voter.name()))
            .filter(voter -> new Defragment(voter.name(), Until.COMPACT).isDone(view).isEmpty())
            .toList();
    return nothing(chosen)
        .or(() -> ChangeReadiness.toSpareOne(view))
        .or(() -> concerns(chosen).refusal(view, USES).map(Refusal::new))
        .or(() -> noRoom(view, chosen))
        .orElseGet(() -> plan(view, chosen));
  }

  /**
   * Whether enough would be freed; never defragment on a schedule without this condition
   * (docs/etcd.md#defragmentation).
   */
  private static boolean isWorthIt(Member voter) {
    return voter
        .status()
        .filter(
            status ->
                Defragment.freeBytes(status)
                    >= Math.max(MEGABYTES_100, SHARE * status.dbSizeBytes()))
        .isPresent();
  }

  private static Optional<Prescription> nothing(List<Member> chosen) {
    return chosen.isEmpty()
        ? Optional.of(
            new NothingToDo(
                SpaceReason.NOT_WORTH_IT.because(
                    "No member has so many free pages that giving them back is worth its stall.")))
        : Optional.empty();
  }

  private static List<DiskSpace> rooms(List<Member> chosen) {
    return chosen.stream().map(DiskSpace::toDefragment).toList();
  }

  /**
   * The objection when a file system has no room for the copy, which is written beside the file.
   */
  private static Optional<Prescription> noRoom(ClusterView view, List<Member> chosen) {
    return rooms(chosen).stream()
        .flatMap(room -> room.missing(view).stream())
        .findFirst()
        .map(why -> new Refusal(StepReason.NO_SPACE_ON_DISK.because(why)));
  }

  private static VersionConcerns concerns(List<Member> chosen) {
    return new VersionConcerns(RunningVersions.of(chosen).all(), NAME);
  }

  private static Plan plan(ClusterView view, List<Member> chosen) {
    OneAtATime turns = new OneAtATime(view);
    List<Member> ordered = turns.order(chosen);
    StepList steps = StepList.of(AskApproval.AS_POLICY_SAYS);
    for (Member member : ordered) {
      turns.handOn(steps, member, ordered);
      steps.then(new Defragment(member.name(), Until.COMPACT), new AwaitVoting(member.name()));
    }
    steps.then(new VerifyCluster(view.voters().size()));
    List<String> warnings = new ArrayList<>(DiskSpace.unknown(view, rooms(ordered)));
    warnings.addAll(concerns(ordered).warnings(USES));
    return new Plan(
        NAME,
        Map.of(MEMBER, ordered.stream().map(member -> member.name().value()).toList()),
        "Defragment " + Wording.and(ordered) + " of " + view.cluster(),
        view,
        steps.list(),
        warnings,
        "No acknowledged write can be lost. Clients that talk to the member at work wait for it;"
            + " all others go on.");
  }
}
