package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.util.Optional;

/**
 * The steps that make the place of a member on a platform that makes places itself, such as the
 * ordinals of a StatefulSet, and give the place up. The platform makes them one after the other,
 * and gives the last one up first.
 */
public sealed interface PlaceChanges extends OnOneMember {
  @Override
  default Hazard hazard() {
    return Hazard.REVERSIBLE;
  }

  @Override
  default Budget budget() {
    return Budget.HOST;
  }

  /** Makes the place of a member that is to join. Nothing starts there before it has been added. */
  record AddPlace(MemberName member) implements PlaceChanges {
    @Override
    public String sentence() {
      return "Add a place for " + member + ", and keep it stopped";
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      return Preconditions.held(view, member)
          .or(
              () ->
                  view.member(member)
                      .map(Member::workload)
                      .filter(Workload::runs)
                      .map(Workload::evidence));
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return Preconditions.mayBeHeld(view, member);
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected().workload(member, Workload.Gone.HELD);
    }

    @Override
    public Optional<Step> undo() {
      return Optional.of(new RemovePlace(member));
    }
  }

  /** Gives the place of a member up that is in the membership no more; its data is kept. */
  record RemovePlace(MemberName member) implements PlaceChanges {
    @Override
    public String sentence() {
      return "Give the place of " + member + " up, and keep its data";
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      return view.member(member)
          .map(Member::workload)
          .filter(Workload::isAbsent)
          .map(Workload::evidence);
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return view.member(member).filter(Member::isListed).isPresent()
          ? new Verdict.Refused(
              StepReason.MEMBER_LISTED.because(
                  member + " is in the membership; its place is given up after that"))
          : Preconditions.processAbsent(view, member);
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected().workload(member, Workload.Gone.ABSENT);
    }
  }
}
