package io.quorate.wire;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.quorate.approval.Question;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Output of {@code quorate timeline -o json}: one operation from its request to its end, for the
 * archive and for the review after it.
 *
 * @param state the last known state
 * @param endedAt when the operation ended; null while it runs
 * @param entries in their order
 * @param requester {@code alert}, {@code person} or {@code unverified}, as in {@link ShowJson}
 */
public record TimelineJson(
    String operation,
    String cluster,
    String runbook,
    String title,
    String requestedBy,
    Instant requestedAt,
    String state,
    Optional<Instant> endedAt,
    List<EntryJson> entries,
    String requester) {
  public TimelineJson {
    entries = List.copyOf(entries);
  }

  /** Returns the timeline with an end that the history does not have yet. */
  public TimelineJson endedAt(Instant end) {
    return new TimelineJson(
        operation,
        cluster,
        runbook,
        title,
        requestedBy,
        requestedAt,
        state,
        Optional.of(end),
        entries,
        requester);
  }

  /**
   * One thing that happened.
   *
   * @param what a {@link TimelineEvent} in words
   * @param round round that the entry belongs to; 0 before the first plan
   * @param who who said something; null where nobody did
   * @param prescription what the runbook answered; null elsewhere
   * @param question what was asked; null elsewhere
   * @param step the step that was carried out, or left out; null elsewhere
   */
  public record EntryJson(
      Instant at,
      String what,
      int round,
      String sentence,
      Optional<WhoJson> who,
      Optional<PrescriptionJson> prescription,
      Optional<QuestionJson> question,
      Optional<StepJson> step) {

    public static EntryJson of(Instant at, TimelineEvent what, int round, String sentence) {
      return new EntryJson(
          at,
          what.words(),
          round,
          sentence,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    public EntryJson by(WhoJson person) {
      return new EntryJson(
          at, what, round, sentence, Optional.of(person), prescription, question, step);
    }

    public EntryJson with(PrescriptionJson answer) {
      return new EntryJson(at, what, round, sentence, who, Optional.of(answer), question, step);
    }

    public EntryJson with(QuestionJson asked) {
      return new EntryJson(at, what, round, sentence, who, prescription, Optional.of(asked), step);
    }

    /** The entry of a step in other words. */
    public EntryJson worded(String other) {
      return new EntryJson(
          at, what, round, other, who, prescription, question, step.map(run -> run.worded(other)));
    }

    public EntryJson with(StepJson run) {
      return new EntryJson(
          at, what, round, sentence, who, prescription, question, Optional.of(run));
    }
  }

  /**
   * A person or an alert that said something, and the answer.
   *
   * @param verb {@code start}, {@code approve}, {@code reject}, {@code pause}, ...
   * @param door door through which it was said; null where the door is not recorded; that of a
   *     decision always is
   * @param answer what they were told
   */
  public record WhoJson(
      String name,
      String verb,
      Optional<String> door,
      String reason,
      boolean counted,
      String answer) {}

  /**
   * An answer of the runbook.
   *
   * @param prescription {@code plan}, {@code nothing-to-do}, {@code not-yet}, {@code refusal}
   * @param digest digest of a plan, in full; null for anything else
   * @param steps sentences of a plan's steps
   * @param code stable name of the reason, such as {@code voter-answers}; null for a plan
   * @param todo what a person can do: one command or one sentence each
   */
  public record PrescriptionJson(
      String prescription,
      Optional<String> digest,
      String diagnosis,
      String finding,
      List<String> steps,
      Optional<String> code,
      @JsonProperty("do") List<String> todo) {}

  /** A question to people. */
  public record QuestionJson(
      String id, String digest, int needed, Optional<String> group, Instant expiresAt) {
    /** Whether this names the plan of the question: its digest, or 8 or more of it. */
    public boolean isAbout(String named) {
      return Question.names(named, digest);
    }
  }

  /**
   * One execution of a step; a retry by a person is another execution.
   *
   * @param number number of the step in its plan, from 1
   * @param evidence what was read back, why it failed, or who left it out and why
   * @param attempts how often the step was begun; 0 when it was left out
   * @param earlierFailure why the attempt before the last one failed; null after one attempt
   */
  public record StepJson(
      int number,
      String name,
      String sentence,
      String hazard,
      String state,
      Instant startedAt,
      Optional<Instant> endedAt,
      Optional<String> evidence,
      int attempts,
      Optional<String> earlierFailure) {

    public StepJson ended(String how, Instant when, String why) {
      return new StepJson(
          number,
          name,
          sentence,
          hazard,
          how,
          startedAt,
          Optional.of(when),
          Optional.of(why),
          attempts,
          earlierFailure);
    }

    StepJson worded(String other) {
      return new StepJson(
          number,
          name,
          other,
          hazard,
          state,
          startedAt,
          endedAt,
          evidence,
          attempts,
          earlierFailure);
    }

    public StepJson attempted(int times, Optional<String> earlier) {
      return new StepJson(
          number, name, sentence, hazard, state, startedAt, endedAt, evidence, times, earlier);
    }
  }
}
