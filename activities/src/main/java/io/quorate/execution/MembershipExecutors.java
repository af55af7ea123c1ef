package io.quorate.execution;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.step.Joins.AddLearner;
import io.quorate.step.Removals.ExpelMember;
import io.quorate.step.Removals.RemoveMember;
import io.quorate.step.Step;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.Optional;

/** Effects of the steps that add a member to the membership, or take one out. */
final class MembershipExecutors {
  private static final Duration BEFORE_AN_ADD = Duration.ofSeconds(2);

  private MembershipExecutors() {}

  /** Adds the learner; the membership read back proves it and gives its id. */
  static Optional<String> addLearner(AddLearner step, StepContext context) {
    step.silentAboutDowngrade(context.view())
        .ifPresent(member -> awaitNoDowngrade(member, context));
    context.ports().membership().addLearner(context.through(), step.peerUrl(), context.permit());
    return Optional.empty();
  }

  private static void awaitNoDowngrade(MemberName member, StepContext context) {
    if (tellsOfDowngrade(member, context)) {
      throw new Failure.NotYet(
          member + " tells that a downgrade is enabled, and nobody can join before it has ended");
    }
  }

  /**
   * Whether the member tells that a downgrade is enabled. A member that tells nothing counts as no:
   * one of 3.5 in the middle of an upgrade, where the worker cannot reach its peer URL.
   */
  private static boolean tellsOfDowngrade(MemberName member, StepContext context) {
    try {
      return context.ports().downgrade().isEnabled(member);
    } catch (Failure unseen) {
      return false;
    }
  }

  /**
   * Removes a member, and waits until the second is over: etcd makes an id of URL and second, so a
   * member added at the same URL in the same second would get the removed id (docs/etcd.md#ids).
   */
  static Optional<String> removeMember(RemoveMember step, StepContext context) {
    return Optional.of(remove(step, step.id(), context));
  }

  /** Removes the member and waits until another may come in its place; returns the evidence. */
  private static String remove(Step step, MemberId id, StepContext context) {
    context.ports().membership().remove(context.through(), id, context.permit());
    context.pause(BEFORE_AN_ADD);
    ClusterView after = context.lookAgain();
    String gone =
        step.isDone(after)
            .orElseThrow(() -> new Failure.Unknown(id + " is still listed after its removal"));
    RecordUpdate.record(context.ports(), after);
    return gone + "; " + after.voters().size() + " voters, margin " + after.margin();
  }

  /** Removes the member whose data differs, after the data of the others was compared once more. */
  static final class ExpelMemberExecutor implements StepExecutor<ExpelMember> {
    @Override
    public Optional<String> prepare(ExpelMember step, Preparation preparation) {
      return Optional.of(
          "they have the same data at revision "
              + preparation.requireEqualData(voter -> !voter.name().equals(step.member())));
    }

    @Override
    public Optional<String> execute(ExpelMember step, StepContext context) {
      String removed = remove(step, step.id(), context);
      return Optional.of(context.prepared().map(equal -> removed + "; " + equal).orElse(removed));
    }
  }
}
