package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.quorate.head.Head;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationState;
import io.quorate.reminder.Waiting;
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
public record WaitingMatters(QuorateClient client, Heads heads) {
  /**
   * Matter that waits for people.
   *
   * @param operation the operation that waits; empty where none is about it
   */
  public record Matter(Waiting waiting, Head head, Optional<String> operation) {}

  /** Operation that needs nobody now. */
  public record UnderWay(OperationState state, Head head) {}

  /**
   * Finding of a look at several clusters.
   *
   * @param notice why something may be missing; empty when every cluster answered
   */
  public record Found(List<Matter> waiting, List<UnderWay> underWay, Optional<String> notice) {}

  /** Result of a look at one cluster. */
  private record Look(Optional<OperationState> operation, Optional<IncidentState> incident) {}

  /** Looks at these clusters at once. */
  public Found find(List<ClusterKey> clusters) {
    List<Callable<Look>> looks = new ArrayList<>();
    clusters.forEach(cluster -> looks.add(() -> look(cluster)));
    List<Outcome<Look>> outcomes = client.calls().all(Deadlines.ANSWER, looks);
    List<Matter> waiting = new ArrayList<>();
    List<UnderWay> underWay = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (int index = 0; index < clusters.size(); index++) {
      switch (outcomes.get(index)) {
        case Outcome.Missed<Look> missed ->
            missing.add(clusters.get(index) + " is left out. " + missed.sentence());
        case Outcome.Done<Look> done -> take(done.value(), waiting, underWay);
      }
    }
    waiting.sort(Comparator.comparing(Matter::waiting, Waiting.WORST_FIRST));
    return new Found(
        List.copyOf(waiting),
        List.copyOf(underWay),
        missing.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", missing)));
  }

  private void take(Look look, List<Matter> waiting, List<UnderWay> underWay) {
    look.operation()
        .ifPresent(
            state ->
                Waiting.of(state)
                    .map(one -> look.incident().map(one::seenBy).orElse(one))
                    .ifPresentOrElse(
                        one ->
                            waiting.add(
                                new Matter(one, heads.of(state), Optional.of(state.operation()))),
                        () -> underWay.add(new UnderWay(state, heads.of(state)))));
    look.incident()
        .flatMap(
            state ->
                Waiting.of(state).map(one -> new Matter(one, heads.of(state), Optional.empty())))
        .ifPresent(waiting::add);
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
