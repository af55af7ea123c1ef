package io.quorate.timeline;

import io.quorate.operation.Phase;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.Without;
import io.quorate.step.Step;
import io.quorate.wire.TimelineEvent;
import io.quorate.wire.TimelineJson.EntryJson;
import io.quorate.wire.TimelineJson.PrescriptionJson;
import io.quorate.workflow.Assessment;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.failure.v1.Failure;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The runbook is asked. While the operation assesses the answer begins a round or ends the
 * operation; while people are asked it is only held against the plan they read.
 */
final class Look implements ActivityRead {
  private final Course course;
  private final Questions questions;
  private final Decoding decoding;
  private final Phase when;

  Look(Course course, Questions questions, Decoding decoding) {
    this.course = course;
    this.questions = questions;
    this.decoding = decoding;
    this.when = course.phase();
  }

  @Override
  public void completed(Instant at, Payloads result) {
    Assessment assessment = decoding.first(result, Assessment.class);
    course.policy(assessment.policy());
    if (when == Phase.ASSESSING) {
      prescribed(at, assessment);
    } else {
      questions.seen(assessment.prescription());
    }
  }

  private void prescribed(Instant at, Assessment assessment) {
    switch (assessment.prescription()) {
      case Plan plan -> {
        course.begin(plan);
        course.add(
            EntryJson.of(at, TimelineEvent.PRESCRIBED, course.round(), sentence(plan))
                .with(answer(assessment, plan)));
      }
      case NotYet later -> notYet(at, assessment, later);
      case Without other ->
          course.add(
              EntryJson.of(at, TimelineEvent.PRESCRIBED, course.round() + 1, other.because())
                  .with(answer(assessment, other)));
    }
  }

  private static String sentence(Plan plan) {
    return plan.title() + ", " + plan.steps().size() + " steps";
  }

  /** Looked at every few seconds: the same answer with other numbers in it is not told again. */
  private void notYet(Instant at, Assessment assessment, NotYet later) {
    boolean known =
        course
            .last(TimelineEvent.NOT_YET)
            .filter(entry -> shape(entry.sentence()).equals(shape(later.because())))
            .isPresent();
    if (!known) {
      course.add(
          EntryJson.of(at, TimelineEvent.NOT_YET, course.round() + 1, later.because())
              .with(answer(assessment, later)));
    }
  }

  private static String shape(String sentence) {
    return sentence.replaceAll("[0-9]+", "0");
  }

  private static PrescriptionJson answer(Assessment assessment, Plan plan) {
    return new PrescriptionJson(
        plan.name(),
        Optional.of(plan.digest()),
        assessment.diagnosis(),
        assessment.finding(),
        plan.steps().stream().map(Step::sentence).toList());
  }

  private static PrescriptionJson answer(Assessment assessment, Without other) {
    return new PrescriptionJson(
        other.name(), Optional.empty(), assessment.diagnosis(), assessment.finding(), List.of());
  }

  @Override
  public void failed(Instant at, Failure failure) {
    if (when == Phase.ASSESSING) {
      course.add(
          EntryJson.of(
              at,
              TimelineEvent.LOOK_FAILED,
              course.round(),
              "The cluster could not be looked at: " + decoding.because(failure)));
    }
  }

  @Override
  public void calledOff(Instant at) {
    // Somebody answered meanwhile; the answer is told.
  }
}
