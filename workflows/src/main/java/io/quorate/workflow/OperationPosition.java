package io.quorate.workflow;

import io.quorate.operation.Assessment;
import io.quorate.operation.Limits;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationMemory;
import io.quorate.operation.OperationMemory.PlaceMemory;
import io.quorate.operation.OperationMemory.Spent;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.RecordedPlan;
import io.quorate.operation.RoundMemory;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Position of an operation: all that its next run has to know apart from what is shown to people.
 */
final class OperationPosition {
  private Map<String, List<String>> options;
  private Spent spent = new Spent(0, 0);
  private String news = "";
  private Optional<Limits> limits = Optional.empty();
  private Optional<Instant> settlingSince = Optional.empty();
  private Opaque looks = Opaque.NOTHING;
  private Optional<RoundMemory> round = Optional.empty();
  private Optional<PlaceMemory> place = Optional.empty();
  private boolean takesPlaces;

  OperationPosition(OperationRequest request) {
    options = request.options();
  }

  /** Restores the position that the run before recorded. */
  void restore(OperationMemory memory) {
    options = memory.options();
    spent = memory.spent();
    news = memory.news();
    limits = memory.limits();
    settlingSince = memory.settlingSince();
    looks = memory.looks();
    round = memory.round();
    place = memory.place();
  }

  OperationMemory memory(OperationProgress progress, OperationHandlers handlers) {
    return new OperationMemory(
        progress.state(),
        progress.shown(),
        handlers.asked(),
        options,
        spent,
        news,
        limits,
        settlingSince,
        looks,
        round,
        place);
  }

  Map<String, List<String>> options() {
    return options;
  }

  /** Returns the limits that the first look recorded; the standard ones before that look. */
  Limits limits() {
    return limits.orElse(Limits.STANDARD);
  }

  Opaque looks() {
    return looks;
  }

  void looked(Assessment assessment) {
    if (limits.isEmpty()) {
      limits = Optional.of(assessment.limits());
    }
    looks = assessment.memory();
  }

  Optional<Instant> settlingSince() {
    return settlingSince;
  }

  void settles(Instant since) {
    settlingSince = Optional.of(since);
  }

  void settled() {
    settlingSince = Optional.empty();
  }

  /** Notes whether this run of the operation takes places at all. */
  void takePlaces(boolean takes) {
    takesPlaces = takes;
  }

  /** Whether this run of the operation takes places at all. */
  boolean takesPlaces() {
    return takesPlaces;
  }

  /** Whether the operation has its place, and may change something. */
  boolean hasPlace() {
    return place.filter(PlaceMemory.GIVEN::equals).isPresent();
  }

  /** Whether the operation stands in the queue for a place. */
  boolean waitsForPlace() {
    return place.filter(PlaceMemory.WAITING::equals).isPresent();
  }

  void place(PlaceMemory now) {
    place = Optional.of(now);
  }

  /** Forgets the place; returns whether there was one, or a wait for one. */
  boolean leavesPlace() {
    boolean had = place.isPresent();
    place = Optional.empty();
    return had;
  }

  Optional<RoundMemory> round() {
    return round;
  }

  /** Returns the round under way; throws when there is none. */
  RoundMemory at() {
    return round.orElseThrow();
  }

  void begin(RecordedPlan plan) {
    options = plan.options();
    spent = new Spent(spent.rounds(), spent.questions() + 1);
    round = Optional.of(RoundMemory.of(plan));
  }

  void move(RoundMemory next) {
    round = Optional.of(next);
  }

  /** Whether the limits leave room for one more plan. */
  boolean mayPlanAgain() {
    return spent.rounds() < limits().rounds() && spent.questions() < limits().questions();
  }

  /** Counts a round whose plan was carried out, whole or in part. */
  void roundEnded(String what) {
    spent = new Spent(spent.rounds() + 1, spent.questions());
    leave(what);
  }

  /** Leaves a round whose question was voided before anything was done, which uses up no round. */
  void questionVoided(String what) {
    leave(what);
  }

  private void leave(String what) {
    news = " " + what;
    round = Optional.empty();
    looks = Opaque.NOTHING;
  }

  String news() {
    return news;
  }
}
