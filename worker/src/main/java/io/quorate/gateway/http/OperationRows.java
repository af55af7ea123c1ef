package io.quorate.gateway.http;

import io.quorate.client.Deadlines;
import io.quorate.client.Heads;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Rows of the list of operations. Each operation is queried for its state; the state of an ended
 * operation does not change and is queried once.
 */
final class OperationRows {
  private static final int REMEMBERED = 500;

  private final Operations operations;
  private final Heads heads;
  private final Map<String, OperationState> ended =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, OperationState> eldest) {
              return size() > REMEMBERED;
            }
          });

  OperationRows(Operations operations, Heads heads) {
    this.operations = operations;
    this.heads = heads;
  }

  /** Returns the rows of these operations; the state is {@code unknown} while no worker answers. */
  List<OperationJson> of(List<OperationExecution> targets) {
    List<Callable<OperationState>> questions =
        targets.stream().<Callable<OperationState>>map(target -> () -> state(target)).toList();
    List<Outcome<OperationState>> states = operations.all(Deadlines.PART, questions);
    List<OperationJson> rows = new ArrayList<>();
    for (int index = 0; index < targets.size(); index++) {
      rows.add(row(targets.get(index), states.get(index)));
    }
    return rows;
  }

  private OperationState state(OperationExecution target) {
    OperationState known = ended.get(target.runId());
    if (known != null) {
      return known;
    }
    OperationState state = operations.query(target);
    if (!target.running()) {
      ended.put(target.runId(), state);
    }
    return state;
  }

  private OperationJson row(OperationExecution target, Outcome<OperationState> outcome) {
    Optional<OperationState> state = outcome.answer();
    return new OperationJson(
        target.operation(),
        target.cluster().value(),
        target.runbook(),
        state.map(OperationState::title).or(target::title).orElse(target.runbook()),
        state.map(known -> known.phase().words()).orElse("unknown"),
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
