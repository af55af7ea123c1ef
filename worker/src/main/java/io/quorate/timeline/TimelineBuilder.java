package io.quorate.timeline;

import io.quorate.diagnosis.LossCause;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.Limits;
import io.quorate.operation.LossSummary;
import io.quorate.operation.Phase;
import io.quorate.operation.RecordedPlan;
import io.quorate.plan.Plan;
import io.quorate.wire.ReportJson.SeenJson;
import io.quorate.wire.TimelineEvent;
import io.quorate.wire.TimelineJson.EntryJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Builder of a timeline: the position in the run while its history is read, and the entries so far.
 */
final class TimelineBuilder {
  private final List<EntryJson> entries = new ArrayList<>();
  private Instant now = Instant.EPOCH;
  private Phase phase = Phase.ASSESSING;
  private int round;
  private Optional<RecordedPlan> plan = Optional.empty();
  private Limits limits = Limits.STANDARD;
  private int next;
  private Optional<Trouble> trouble = Optional.empty();
  private Optional<LossSummary> loss = Optional.empty();
  private List<String> warnings = List.of();
  private Optional<List<String>> causes = Optional.empty();
  private Optional<SeenJson> begin = Optional.empty();
  private Optional<SeenJson> end = Optional.empty();

  /**
   * Why the last step failed, until it is begun again.
   *
   * @param anew whether the operation prescribes anew after the failure
   */
  record Trouble(String because, boolean anew) {}

  /** Adds an entry at the operation's own time; returns its number. */
  int add(TimelineEvent what, String sentence) {
    return add(EntryJson.of(now, what, round, sentence));
  }

  int add(EntryJson entry) {
    entries.add(entry);
    return entries.size() - 1;
  }

  void change(int number, UnaryOperator<EntryJson> change) {
    entries.set(number, change.apply(entries.get(number)));
  }

  List<EntryJson> entries() {
    return List.copyOf(entries);
  }

  /** The last entry, if it is of this kind. */
  Optional<EntryJson> last(TimelineEvent what) {
    return entries.isEmpty()
        ? Optional.empty()
        : Optional.of(entries.get(entries.size() - 1))
            .filter(entry -> entry.what().equals(what.words()));
  }

  /** Sets the operation's time: that of the workflow task in which it works. */
  void at(Instant time) {
    now = time;
  }

  Instant now() {
    return now;
  }

  void enter(Phase entered) {
    phase = entered;
  }

  Phase phase() {
    return phase;
  }

  void begin(RecordedPlan prescribed) {
    round++;
    plan = Optional.of(prescribed);
    loss = prescribed.briefing().loss().or(() -> loss);
    warnings = prescribed.briefing().warnings();
    causes =
        causes.or(
            () ->
                OpaqueValues.known(prescribed.body(), Plan.class)
                    .map(plan -> LossCause.in(plan.seen())));
    next = 0;
    trouble = Optional.empty();
  }

  /** Returns the warnings that the approvers of the last plan read. */
  List<String> warnings() {
    return warnings;
  }

  /** Takes a look of the operation. */
  void looked(SeenJson seen) {
    begin = begin.or(() -> Optional.of(seen));
    end = Optional.of(seen);
  }

  /** Forgets the last look, because a step begins that changes something. */
  void changing() {
    end = Optional.empty();
  }

  /** Returns what the first look saw; empty where no look is stored. */
  Optional<SeenJson> begin() {
    return begin;
  }

  /** Returns what the last look saw; empty where a step changed something after the look. */
  Optional<SeenJson> end() {
    return end;
  }

  /** Returns what the first plan saw of why voters do not vote; empty where there was no plan. */
  Optional<List<String>> causes() {
    return causes;
  }

  /** Returns what the last plan that gives up data gives up. */
  Optional<LossSummary> loss() {
    return loss;
  }

  /** Begins a round whose plan this release cannot read. */
  void beginUnread() {
    round++;
    plan = Optional.empty();
    next = 0;
    trouble = Optional.empty();
  }

  int round() {
    return round;
  }

  Optional<RecordedPlan> plan() {
    return plan;
  }

  void limits(Limits recorded) {
    limits = recorded;
  }

  Limits limits() {
    return limits;
  }

  /** Records that the step at this index of the round's plan is over. */
  void passed(int index) {
    next = index + 1;
    trouble = Optional.empty();
  }

  void failed(Trouble why) {
    trouble = Optional.of(why);
  }

  Optional<Trouble> trouble() {
    return trouble;
  }

  /** The index of the next step in the round's plan, from 0. */
  int next() {
    return next;
  }

  boolean roundIsDone() {
    return plan.filter(known -> next < known.steps().size()).isEmpty();
  }
}
