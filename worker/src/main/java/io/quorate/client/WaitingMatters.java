package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.quorate.head.Head;
import io.quorate.operation.IncidentNames;
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

  /**
   * Looks at these clusters at once. What does not answer becomes a notice, and hides nothing that
   * does.
   */
  public Found find(List<ClusterKey> clusters) {
    List<Callable<Outcome<Look>>> looks = new ArrayList<>();
    clusters.forEach(cluster -> looks.add(() -> operation(cluster)));
    clusters.forEach(cluster -> looks.add(() -> incident(cluster)));
    List<Outcome<Look>> outcomes =
        client.calls().all(Deadlines.ANSWER, looks).stream()
            .map(outcome -> outcome.then(look -> look))
            .toList();
    List<Matter> waiting = new ArrayList<>();
    List<UnderWay> underWay = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (int index = 0; index < clusters.size(); index++) {
      ClusterKey cluster = clusters.get(index);
      Look operation = known(outcomes.get(index), "The operation of " + cluster, missing);
      Look incident =
          known(outcomes.get(clusters.size() + index), "The incident of " + cluster, missing);
      take(new Look(operation.operation(), incident.incident()), waiting, underWay);
    }
    waiting.sort(Comparator.comparing(Matter::waiting, Waiting.WORST_FIRST));
    return new Found(
        List.copyOf(waiting),
        List.copyOf(underWay),
        missing.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", missing)));
  }

  private static Look known(Outcome<Look> outcome, String what, List<String> missing) {
    return switch (outcome) {
      case Outcome.Done<Look> done -> done.value();
      case Outcome.Missed<Look> missed -> {
        missing.add(what + " is left out. " + missed.sentence());
        yield Look.NOTHING;
      }
    };
  }

  /** Result of a look: what runs on a cluster, and what is open there. */
  private record Look(Optional<OperationState> operation, Optional<IncidentState> incident) {
    static final Look NOTHING = new Look(Optional.empty(), Optional.empty());

    static Look of(OperationState state) {
      return new Look(Optional.of(state).filter(one -> !one.phase().ended()), Optional.empty());
    }
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

  /** Returns the state of the operation that runs on the cluster. */
  private Outcome<Look> operation(ClusterKey cluster) {
    return client
        .directory()
        .current(cluster)
        .then(
            found ->
                found.running()
                    ? client.operations().show(found, Deadlines.PART).map(Look::of)
                    : new Outcome.Done<>(Look.NOTHING))
        .recover(Outcome.Reason.UNKNOWN, never -> Look.NOTHING);
  }

  /** Returns the state of the cluster's open incident, or why it does not answer. */
  private Outcome<Look> incident(ClusterKey cluster) {
    Outcome<Look> look =
        client
            .incidents()
            .open(cluster, Deadlines.PART)
            .map(state -> new Look(Optional.empty(), state));
    return look instanceof Outcome.Missed<Look> missed
        ? Outcome.missed(missed.reason(), why(cluster).orElse(missed.sentence()))
        : look;
  }

  private Optional<String> why(ClusterKey cluster) {
    String incident = IncidentNames.workflowId(cluster);
    return client
        .calls()
        .within(Deadlines.PART, () -> client.troubles().of(incident))
        .answer()
        .flatMap(trouble -> trouble);
  }
}
