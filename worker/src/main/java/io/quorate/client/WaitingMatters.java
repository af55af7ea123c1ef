package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.quorate.head.Head;
import io.quorate.head.Reach;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationState;
import io.quorate.reminder.Waiting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Finder of what waits for people, by a look at the operation and the incident of each cluster.
 *
 * @param client asks Temporal
 */
public record WaitingMatters(QuorateClient client) {
  /**
   * Matter that waits for people.
   *
   * @param operation the operation that waits; empty where none is about it
   */
  public record Matter(Waiting waiting, Head head, Optional<String> operation) {}

  /**
   * Finding of a look at several clusters.
   *
   * @param underWay operations that need nobody now
   * @param notice why something may be missing; empty when every cluster answered
   */
  public record Found(
      List<Matter> waiting, List<OperationState> underWay, Optional<String> notice) {}

  /** Result of a look at one cluster. */
  private record Look(Optional<OperationState> operation, Optional<IncidentState> incident) {}

  /**
   * Looks at these clusters at once.
   *
   * @param now for durations, and for who is still on it
   */
  public Found find(List<ClusterKey> clusters, Instant now) {
    List<Callable<Look>> looks = new ArrayList<>();
    clusters.forEach(cluster -> looks.add(() -> look(cluster)));
    List<Outcome<Look>> outcomes = client.calls().all(Deadlines.ANSWER, looks);
    List<Matter> waiting = new ArrayList<>();
    List<OperationState> underWay = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (int index = 0; index < clusters.size(); index++) {
      switch (outcomes.get(index)) {
        case Outcome.Missed<Look> missed ->
            missing.add(clusters.get(index) + " is left out. " + missed.sentence());
        case Outcome.Done<Look> done -> take(done.value(), now, waiting, underWay);
      }
    }
    waiting.sort(Comparator.comparing(Matter::waiting, Waiting.WORST_FIRST));
    return new Found(
        List.copyOf(waiting),
        List.copyOf(underWay),
        missing.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", missing)));
  }

  private static void take(
      Look look, Instant now, List<Matter> waiting, List<OperationState> underWay) {
    look.operation()
        .ifPresent(
            state ->
                Waiting.of(state)
                    .map(one -> look.incident().map(one::seenBy).orElse(one))
                    .ifPresentOrElse(
                        one ->
                            waiting.add(
                                new Matter(
                                    one,
                                    Head.of(state, now, reach(one, now)),
                                    Optional.of(state.operation()))),
                        () -> underWay.add(state)));
    look.incident()
        .flatMap(
            state ->
                Waiting.of(state)
                    .map(
                        one ->
                            new Matter(
                                one, Head.of(state, now, reach(one, now)), Optional.empty())))
        .ifPresent(waiting::add);
  }

  private static Optional<Reach> reach(Waiting waiting, Instant now) {
    return waiting
        .held(now)
        .map(by -> new Reach(Optional.of(by.by()), Optional.of(by.at()), Optional.empty()));
  }

  private Look look(ClusterKey cluster) {
    return new Look(operation(cluster), incident(cluster));
  }

  private Optional<IncidentState> incident(ClusterKey cluster) {
    return switch (client.incidents().states(List.of(cluster), Deadlines.PART).getFirst()) {
      case Outcome.Done<Optional<IncidentState>> done -> done.value().filter(IncidentState::open);
      case Outcome.Missed<Optional<IncidentState>> missed ->
          throw new IllegalStateException(missed.sentence());
    };
  }

  /** Returns the state of the operation that runs on the cluster. */
  private Optional<OperationState> operation(ClusterKey cluster) {
    return switch (client.directory().current(cluster)) {
      case Outcome.Done<OperationExecution> found ->
          Optional.of(found.value())
              .filter(OperationExecution::running)
              .map(client.operations()::query)
              .filter(state -> !state.phase().ended());
      case Outcome.Missed<OperationExecution> missed
          when missed.reason() == Outcome.Reason.UNKNOWN ->
          Optional.empty();
      case Outcome.Missed<OperationExecution> missed ->
          throw new IllegalStateException(missed.sentence());
    };
  }
}
