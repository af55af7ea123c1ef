package io.quorate.execution;

import io.quorate.cluster.Revision;
import io.quorate.step.Space.Compact;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.Optional;

/** Compacts through one member, and waits until every member has compacted. */
final class CompactExecutor implements StepExecutor<Compact> {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  @Override
  public Optional<String> execute(Compact step, StepContext context) {
    context.attempt().progress("compacting");
    context.ports().storage().compact(context.through(), step.upTo(), context.permit());
    for (Member voter : context.view().voters()) {
      awaitCompacted(voter, step.upTo(), context);
    }
    return Optional.of("all members have compacted up to revision " + step.upTo());
  }

  private static void awaitCompacted(Member voter, Revision upTo, StepContext context) {
    String reached =
        context
            .polling(BETWEEN_LOOKS)
            .untilKnown(
                () -> {
                  context.attempt().progress("waiting until " + voter.name() + " has compacted");
                  return compacted(voter, upTo, context);
                });
    context.attempt().progress(reached);
  }

  private static Optional<String> compacted(Member voter, Revision upTo, StepContext context) {
    return context.ports().storage().isCompacted(voter.name(), upTo)
        ? Optional.of(voter.name() + " has compacted up to revision " + upTo)
        : Optional.empty();
  }
}
