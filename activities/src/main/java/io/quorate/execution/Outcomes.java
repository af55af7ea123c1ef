package io.quorate.execution;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.observation.Polling;
import io.quorate.plan.StepResult;
import io.quorate.port.Failure;
import io.quorate.step.QuorumNeed;
import io.quorate.step.Removals.RemoveMember;
import io.quorate.step.Step;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Outcomes of steps: effects, looked for after they were brought about, and until it is known
 * whether one happened that nobody answered for (docs/etcd.md#unknown-outcomes).
 *
 * @param nanoTime a monotonic clock, in nanoseconds
 */
record Outcomes(LongSupplier nanoTime) {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(300);

  /** How long the effect of an answered call may take to show in a look. */
  private static final Duration TO_SHOW = Duration.ofSeconds(45);

  /**
   * Time after which an effect that does not show counts as not done; a change can take effect long
   * after its deadline.
   */
  private static final Duration TO_RESOLVE = Duration.ofSeconds(40);

  /** The result of a step whose call was answered; throws where its effect does not show. */
  StepResult shown(Step step, StepContext context) {
    return shown(step, context, TO_SHOW)
        .orElseThrow(
            () ->
                new Failure.Unknown(
                    (goesThroughRaft(step) ? "etcd accepted it" : "it was carried out")
                        + " and its effect does not show after "
                        + TO_SHOW.toSeconds()
                        + " s: "
                        + step.sentence()));
  }

  /**
   * The result of a step whose outcome is unknown, once its effect shows. Its absence is concluded
   * only after a time, and of a step that goes through raft after a later entry did.
   */
  StepResult resolved(Step step, StepContext context, Failure.Unknown ambiguous) {
    context.attempt().progress("looking whether it happened: " + ambiguous.getMessage());
    return lookedFor(step, context, ambiguous)
        .orElseThrow(() -> goesThroughRaft(step) ? notDone(ambiguous) : notSeen(ambiguous));
  }

  private static Failure notDone(Failure.Unknown ambiguous) {
    return new Failure.Transient(
        "it did not happen, as a later entry of the raft log shows: " + ambiguous.getMessage(),
        ambiguous);
  }

  /** A host may be out of reach, so what does not show may be there. */
  private static Failure notSeen(Failure.Unknown ambiguous) {
    return new Failure.Unknown(
        ambiguous.getMessage()
            + "; it does not show after %d s, and may be there".formatted(TO_RESOLVE.toSeconds()),
        ambiguous);
  }

  /** Looks for the effect. An outcome that cannot be looked for stays {@link Failure.Unknown}. */
  private Optional<StepResult> lookedFor(
      Step step, StepContext context, Failure.Unknown ambiguous) {
    try {
      Optional<StepResult> happened = shown(step, context, TO_RESOLVE);
      if (happened.isPresent() || !goesThroughRaft(step)) {
        return happened;
      }
      // The list of alarms goes through raft: once it answers, an earlier proposal has been applied
      // or never will be.
      context.maintenance().alarms(context.through());
      return shown(step, context, Duration.ZERO);
    } catch (Failure.Transient | Failure.NotYet unseen) {
      throw new Failure.Unknown(
          ambiguous.getMessage() + "; it could not be looked for: " + unseen.getMessage(), unseen);
    }
  }

  /**
   * Whether a later entry can tell that the step did not happen. Without quorum there is none: the
   * files and processes of a host, which a script changes under its lock, are all there is.
   */
  private static boolean goesThroughRaft(Step step) {
    return step.quorumNeed() == QuorumNeed.WITH_QUORUM;
  }

  private Optional<StepResult> shown(Step step, StepContext context, Duration limit) {
    return new Polling(BETWEEN_LOOKS, nanoTime, context::pause)
        .within(
            limit,
            () -> {
              ClusterView view = context.observer().glance(step.hosts());
              return step.isDone(view)
                  .map(done -> result(StepResult.done(done), step, context, view));
            });
  }

  /** The result of a step that was done before this attempt. */
  static StepResult result(StepResult result, Step step, StepContext context) {
    return result(result, step, context, context.view());
  }

  /**
   * The result with the id of the member that the step added, for the steps after it. The guard has
   * found the membership to be the one of the plan.
   */
  private static StepResult result(
      StepResult result, Step step, StepContext context, ClusterView view) {
    if (step.changesVoters()) {
      RecordUpdate.record(context.ports(), view);
    }
    if (step instanceof RemoveMember removed) {
      RecordUpdate.removed(context.ports(), removed.id(), view.voters().size() + 1);
    }
    Optional<MemberName> newcomer = step.newcomer();
    Optional<MemberId> id = newcomer.flatMap(view::member).flatMap(member -> member.id());
    return newcomer.isPresent() && id.isPresent()
        ? new StepResult(result.outcome(), result.evidence(), Map.of(newcomer.get(), id.get()))
        : result;
  }
}
