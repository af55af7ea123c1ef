package io.quorate.operation;

import io.quorate.diagnosis.Writes;
import io.quorate.operation.StepState.Progress;
import io.quorate.plan.GuardReason;
import io.quorate.step.Hazard;
import io.quorate.step.ServingSteps;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether clients can write while an operation is under way: what its steps have done, and else
 * what the look found that its plan was made on.
 *
 * @param failSince since when the cluster takes no writes; empty while it takes them
 * @param seenAt time of the look that found writes failing, where it is that of the plan or of the
 *     guard before a park; empty where the finding is current
 * @param stopped the step with which the operation began to stop the members of a cluster that has
 *     not come back; empty where it stopped none
 * @param back the step after which clients can write again; empty where there was none
 */
public record WritesUnderWay(
    Optional<Instant> failSince,
    Optional<Instant> seenAt,
    Optional<StepState> stopped,
    Optional<StepState> back) {
  /** Words with which an abort names what it could not take back. */
  public static final String NOT_TAKEN_BACK = "Not taken back: ";

  private static final String QUORUM_LOST = GuardReason.QUORUM_LOST_NOW.code();

  /** Returns whether clients can write, as far as this state tells; a rehearsal tells nothing. */
  public static WritesUnderWay of(OperationState state) {
    if (state.isRehearsal()) {
      return new WritesUnderWay(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }
    Optional<StepState> stopped = Optional.empty();
    Optional<StepState> back = Optional.empty();
    int down = 0;
    for (int at = 0; at < state.steps().size(); at++) {
      StepState step = state.steps().get(at);
      if (ServingSteps.stops(step.name()) && hasEffect(step)) {
        down++;
        if (isQuorumLess(state, step.name(), down)) {
          stopped = stopped.or(() -> Optional.of(step));
        }
      } else if (step.progress().isDone() && bringsBack(state, at)) {
        stopped = Optional.empty();
        back = Optional.of(step);
        down = 0;
      }
    }
    return of(state, stopped.filter(step -> isLeftSo(state)), back);
  }

  private static WritesUnderWay of(
      OperationState state, Optional<StepState> stopped, Optional<StepState> back) {
    Optional<Found> found =
        state
            .briefing()
            .flatMap(Briefing::brief)
            .map(PlanInBrief::found)
            .filter(look -> look.writesFailSince().isPresent() && back.isEmpty());
    Optional<Instant> lost = lostNow(state);
    Optional<Instant> now =
        stopped.map(step -> step.startedAt().orElse(state.since())).or(() -> lost);
    return new WritesUnderWay(
        Stream.of(found.flatMap(Found::writesFailSince), now)
            .flatMap(Optional::stream)
            .min(Instant::compareTo),
        stopped.isPresent() ? Optional.empty() : lost.or(() -> found.map(Found::at)),
        stopped,
        back);
  }

  /**
   * Returns whether clients can write after this step. Steps that clear the last alarms, or bring
   * the quorum that was missing, do it; one that leaves an alarm for a later step does not.
   */
  private static boolean bringsBack(OperationState state, int at) {
    String name = state.steps().get(at).name();
    List<StepState> later = state.steps().subList(at + 1, state.steps().size());
    boolean alarmLeft =
        later.stream()
            .anyMatch(step -> ServingSteps.disarms(step.name()) && !step.progress().isDone());
    boolean refuses =
        state.briefing().filter(plan -> Writes.refusedByAlarm(plan.diagnosis())).isPresent();
    boolean quorum = ServingSteps.bringsQuorum(name) && (ServingSteps.servesAnew(name) || !refuses);
    return !alarmLeft && (quorum || ServingSteps.disarms(name));
  }

  /** A step that the guard refused, or that failed before its effect, has stopped nobody. */
  private static boolean hasEffect(StepState step) {
    return step.progress() == Progress.RUNNING || step.progress().isDone();
  }

  /**
   * Returns whether fewer voters than a quorum are up, when so many are down: a plan that stops a
   * cluster stops each of its voters.
   */
  private static boolean isQuorumLess(OperationState state, String name, int down) {
    long voters = state.steps().stream().filter(step -> step.name().equals(name)).count();
    return 2L * down >= voters;
  }

  /**
   * An abort starts what was stopped again, unless a step was done that cannot be taken back, or a
   * start failed.
   */
  private static boolean isLeftSo(OperationState state) {
    return state.phase() != Phase.ABORTED
        || state.because().contains(NOT_TAKEN_BACK)
        || state.steps().stream()
            .anyMatch(
                step ->
                    step.progress().isDone() && step.hazard().compareTo(Hazard.IRREVERSIBLE) >= 0);
  }

  /**
   * The guard of the next step found quorum lost, which the plan did not count on. Nobody has
   * looked since the operation parked.
   */
  private static Optional<Instant> lostNow(OperationState state) {
    return state
        .code()
        .filter(code -> code.equals(QUORUM_LOST) && state.phase() == Phase.PARKED)
        .map(code -> state.since());
  }
}
