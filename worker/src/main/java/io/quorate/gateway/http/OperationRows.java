package io.quorate.gateway.http;

import static java.util.function.Predicate.not;

import io.quorate.client.Deadlines;
import io.quorate.client.Heads;
import io.quorate.client.KnownOperations.Known;
import io.quorate.client.ListedOperations.Listed;
import io.quorate.client.OperationExecution;
import io.quorate.client.Operations;
import io.quorate.client.Outcome;
import io.quorate.cluster.Sentences;
import io.quorate.cluster.StableName;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.operation.Briefing;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.StepState;
import io.quorate.reminder.Waiting;
import io.quorate.runbook.RunbookReason;
import io.quorate.step.Awaits;
import io.quorate.step.Step;
import io.quorate.wire.HeadJson;
import io.quorate.wire.OperationsJson.OperationJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Rows of the list of operations. The operations of one cluster are asked for their states; of
 * those of a fleet a few are, and the others are as they answered last.
 *
 * @param operations asks Temporal
 */
record OperationRows(Operations operations, Heads heads) {
  /** Operations of a fleet that one request asks: each takes three calls, and the list two. */
  private static final int ASKED = 1;

  /** Age from which an answer tells nothing: each running operation is looked at in 5 min. */
  private static final Duration OLD = Duration.ofMinutes(6);

  /** State of an operation that does not answer. */
  static final String UNKNOWN = "unknown";

  /** Rows, and how many of them show what Temporal lists, and nothing more. */
  record Rows(List<OperationJson> rows, int bare) {}

  /** Returns the rows of these operations; the state is {@code unknown} while no worker answers. */
  List<OperationJson> of(List<OperationExecution> targets) {
    List<Callable<OperationState>> questions =
        targets.stream().<Callable<OperationState>>map(target -> () -> state(target)).toList();
    List<Outcome<OperationState>> states = operations.all(Deadlines.PART, questions);
    List<OperationJson> rows = new ArrayList<>();
    for (int index = 0; index < targets.size(); index++) {
      rows.add(row(targets.get(index), states.get(index).answer()));
    }
    return rows;
  }

  /** The state of an ended operation does not change and is queried once. */
  private OperationState state(OperationExecution target) {
    Optional<Known> known = target.running() ? Optional.empty() : operations.known().of(target);
    return known.map(Known::state).orElseGet(() -> operations.query(target));
  }

  /**
   * Returns the rows of a page of the fleet. Those are asked of which least is known; the rest of
   * those of which nothing is known is asked by the next look of the watch.
   */
  Rows listed(List<Listed> page) {
    List<OperationExecution> asked =
        page.stream()
            .filter(one -> one.execution().running() || isUnknown(one))
            .sorted(Comparator.comparing(this::isUnknown).reversed().thenComparing(this::answered))
            .map(Listed::execution)
            .limit(ASKED)
            .toList();
    of(asked);
    List<OperationJson> rows = new ArrayList<>();
    int bare = 0;
    for (Listed one : page) {
      if (isUnknown(one)) {
        bare++;
        operations.known().want(one.execution());
        rows.add(bare(one));
      } else {
        rows.add(row(one.execution(), operations.known().of(one.execution()).map(Known::state)));
      }
    }
    return new Rows(rows, bare);
  }

  /** Returns whether nothing is known of an operation in this phase, or only what is old. */
  private boolean isUnknown(Listed one) {
    Optional<Known> known = operations.known().of(one.execution());
    return known.isEmpty()
        || (one.execution().running()
            && (System.nanoTime() - known.get().nanos() > OLD.toNanos()
                || one.phase().stream()
                    .anyMatch(not(known.get().state().phase().words()::equals))));
  }

  private long answered(Listed one) {
    return operations.known().of(one.execution()).map(Known::nanos).orElse(0L);
  }

  /** A terminated operation could not say how it ended. */
  private OperationJson bare(Listed one) {
    OperationJson row = row(one.execution(), Optional.empty());
    return one.execution().cutOff().isPresent() || one.phase().isEmpty()
        ? row
        : row.in(one.phase().get());
  }

  private OperationJson row(OperationExecution target, Optional<OperationState> state) {
    return new OperationJson(
        state.map(OperationState::operation).orElse(target.operation()),
        target.cluster().value(),
        target.runbook(),
        state.map(OperationState::title).or(target::title).orElse(target.runbook()),
        state.map(known -> known.phase().words()).orElse(UNKNOWN),
        state.map(OperationState::requestedBy).orElse(""),
        target.startedAt(),
        target.endedAt(),
        state.map(OperationState::requester).map(StableName::of).orElse(""),
        state.map(OperationState::since),
        state.map(known -> HeadJson.of(heads.of(known))),
        state.filter(OperationRows::isWhole).isPresent(),
        state.filter(known -> !isWhole(known)).flatMap(OperationRows::trouble),
        state.flatMap(Waiting::of).flatMap(Waiting::writesFailSince));
  }

  /** Returns whether the end says that the cluster is whole; a backup that was saved does not. */
  static boolean isWhole(OperationState state) {
    boolean verified =
        state.steps().stream()
            .anyMatch(
                step ->
                    step.name().equals(Step.nameOf(Awaits.VerifyCluster.class))
                        && step.progress() == StepState.Progress.DONE);
    boolean wasWhole = state.code().filter(RunbookReason.CLUSTER_WHOLE.code()::equals).isPresent();
    return state.phase() == Phase.COMPLETED && verified
        || state.phase() == Phase.NOT_NEEDED && wasWhole;
  }

  static Optional<String> trouble(OperationState state) {
    return state
        .briefing()
        .filter(plan -> !plan.diagnosis().equals(DiagnosisCode.WHOLE.words()))
        .flatMap(Briefing::brief)
        .map(plan -> Sentences.ended(plan.found().wrong()));
  }
}
