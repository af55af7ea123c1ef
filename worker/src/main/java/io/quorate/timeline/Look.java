package io.quorate.timeline;

import io.quorate.history.OpaqueValues;
import io.quorate.operation.Assessment;
import io.quorate.operation.DatedMemory;
import io.quorate.operation.Phase;
import io.quorate.operation.RecordedPlan;
import io.quorate.operation.RecordedPrescription.NotYet;
import io.quorate.operation.RecordedPrescription.NothingToDo;
import io.quorate.operation.RecordedPrescription.Refusal;
import io.quorate.operation.RecordedPrescription.Without;
import io.quorate.operation.RecordedStep;
import io.quorate.plan.Plan;
import io.quorate.step.Reason;
import io.quorate.view.ClusterView;
import io.quorate.wire.TimelineEvent;
import io.quorate.wire.TimelineJson.EntryJson;
import io.quorate.wire.TimelineJson.PrescriptionJson;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.failure.v1.Failure;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads the activity that asks the runbook: its answer begins a round or ends the operation. */
final class Look implements ActivityRead {
  private final TimelineBuilder builder;
  private final Decoding decoding;
  private final Phase when;

  Look(TimelineBuilder builder, Decoding decoding) {
    this.builder = builder;
    this.decoding = decoding;
    this.when = builder.phase();
  }

  @Override
  public void completed(Instant at, Payloads result) {
    Assessment assessment;
    try {
      assessment = decoding.first(result, Assessment.class);
    } catch (UnreadPayload later) {
      builder.beginUnread();
      throw later;
    }
    builder.limits(assessment.limits());
    OpaqueValues.known(assessment.memory(), DatedMemory.class)
        .ifPresent(
            memory ->
                builder.looked(
                    SeenClusters.of(memory.at(), memory.remembered(), view(assessment))));
    prescribed(at, assessment);
  }

  private static Optional<ClusterView> view(Assessment assessment) {
    return assessment.prescription() instanceof RecordedPlan plan
        ? OpaqueValues.known(plan.body(), Plan.class).map(Plan::seen)
        : Optional.empty();
  }

  private void prescribed(Instant at, Assessment assessment) {
    switch (assessment.prescription()) {
      case RecordedPlan plan -> {
        builder.begin(plan);
        builder.add(
            EntryJson.of(at, TimelineEvent.PRESCRIBED, builder.round(), sentence(plan))
                .with(answer(assessment, plan)));
      }
      case NotYet later -> notYet(at, assessment, later);
      case Without other ->
          builder.add(
              EntryJson.of(at, TimelineEvent.PRESCRIBED, builder.round() + 1, other.because())
                  .with(answer(assessment, other)));
    }
  }

  private static String sentence(RecordedPlan plan) {
    return plan.title() + ", " + plan.steps().size() + " steps";
  }

  /**
   * Adds a wait once: the runbook is asked every few seconds, and the same answer with other
   * numbers is not repeated.
   */
  private void notYet(Instant at, Assessment assessment, NotYet later) {
    boolean known =
        builder.last(TimelineEvent.NOT_YET).filter(entry -> isSame(entry, later)).isPresent();
    if (!known) {
      builder.add(
          EntryJson.of(at, TimelineEvent.NOT_YET, builder.round() + 1, later.because())
              .with(answer(assessment, later)));
    }
  }

  /** Whether an entry has the code of this wait; without codes, whether only numbers differ. */
  private static boolean isSame(EntryJson entry, NotYet later) {
    Optional<String> code = code(later);
    return code.isPresent()
        ? entry.prescription().flatMap(PrescriptionJson::code).equals(code)
        : shape(entry.sentence()).equals(shape(later.because()));
  }

  private static String shape(String sentence) {
    return sentence.replaceAll("[0-9]+", "0");
  }

  private static PrescriptionJson answer(Assessment assessment, RecordedPlan plan) {
    return new PrescriptionJson(
        "plan",
        Optional.of(plan.digest()),
        assessment.diagnosis(),
        assessment.finding(),
        plan.steps().stream().map(RecordedStep::sentence).toList(),
        Optional.empty(),
        List.of());
  }

  private static PrescriptionJson answer(Assessment assessment, Without other) {
    return new PrescriptionJson(
        name(other),
        Optional.empty(),
        assessment.diagnosis(),
        assessment.finding(),
        List.of(),
        code(other),
        other.reason().map(Reason::todo).orElse(List.of()));
  }

  private static Optional<String> code(Without answer) {
    return answer.reason().map(Reason::code);
  }

  private static String name(Without answer) {
    return switch (answer) {
      case NothingToDo nothing -> "nothing-to-do";
      case NotYet later -> "not-yet";
      case Refusal refusal -> "refusal";
    };
  }

  @Override
  public void failed(Instant at, Failure failure) {
    if (when == Phase.ASSESSING) {
      builder.add(
          EntryJson.of(
              at,
              TimelineEvent.LOOK_FAILED,
              builder.round(),
              "The cluster could not be looked at: " + decoding.because(failure)));
    }
  }

  @Override
  public void calledOff(Instant at) {
    // A decision arrived meanwhile; its answer has an entry of its own.
  }
}
