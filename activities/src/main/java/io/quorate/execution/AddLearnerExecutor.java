package io.quorate.execution;

import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.step.Joins.AddLearner;
import java.util.Optional;

/** Adds the learner; the membership read back proves it and gives its id. */
final class AddLearnerExecutor implements StepExecutor<AddLearner> {
  @Override
  public Optional<String> execute(AddLearner step, StepContext context) {
    step.toldOnlyByPeerUrl(context.view()).ifPresent(member -> awaitNoDowngrade(member, context));
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
   * Whether the member's peer URL says that a downgrade is enabled. A peer URL that cannot be read,
   * because peers have a CA or a network of their own, counts as no.
   */
  private static boolean tellsOfDowngrade(MemberName member, StepContext context) {
    try {
      return context.ports().downgrade().isEnabled(member);
    } catch (Failure unseen) {
      return false;
    }
  }
}
