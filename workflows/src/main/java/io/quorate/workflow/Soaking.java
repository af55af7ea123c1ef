package io.quorate.workflow;

import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.operation.StepState.Progress;
import io.quorate.step.Soak;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** Lets time pass in the middle of a plan, where everybody can see it and end it. */
final class Soaking {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Journal journal;
  private final Desk desk;

  Soaking(Journal journal, Desk desk) {
    this.journal = journal;
    this.desk = desk;
  }

  /** An abort ends it too; what that means is for the safe point after it. */
  void soak(int index, Soak step, String title) {
    Instant begun = Journal.now();
    String until = TIME.format(begun.plus(step.length()));
    journal.begin(index, "until " + until + "; continue ends it");
    journal.await(Phase.RUNNING, title + ": soaking until " + until, "continue");
    desk.takeContinue();
    Workflow.await(step.length(), () -> desk.continued().isPresent() || desk.aborted().isPresent());
    Optional<Request> ended = desk.continued();
    desk.forgetContinue();
    Duration lasted = Duration.between(begun, Journal.now());
    journal.end(index, Progress.DONE, evidence(lasted, ended));
    journal.enter(Phase.RUNNING, title);
  }

  private String evidence(Duration lasted, Optional<Request> ended) {
    String soaked = "soaked for " + lasted.toSeconds() + " s";
    return ended
        .map(by -> soaked + ", ended by " + by.by() + because(by))
        .orElse(desk.aborted().isPresent() ? soaked + ", ended by an abort" : soaked);
  }

  private static String because(Request by) {
    return by.reason().isBlank() ? "" : ": " + by.reason();
  }
}
