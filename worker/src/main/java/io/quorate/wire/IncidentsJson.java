package io.quorate.wire;

import io.quorate.head.Head;
import io.quorate.operation.Alert;
import io.quorate.operation.IncidentState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Answer to {@code GET /api/clusters}: the configured clusters with their incidents. */
public record IncidentsJson(List<ClusterJson> clusters) {
  /**
   * One cluster of the page.
   *
   * @param incident the last incident; null when there is none, or when it is not known
   * @param notice why the incident is not known; null when it is known
   */
  public record ClusterJson(
      String cluster, Optional<IncidentJson> incident, Optional<String> notice) {
    public static ClusterJson known(
        String cluster, Optional<IncidentState> incident, Function<IncidentState, Head> head) {
      return new ClusterJson(
          cluster,
          incident.map(state -> IncidentJson.of(state, head.apply(state))),
          Optional.empty());
    }

    public static ClusterJson unknown(String cluster, String because) {
      return new ClusterJson(cluster, Optional.empty(), Optional.of(because));
    }
  }

  /**
   * The incident of a cluster.
   *
   * @param open false once the trouble is over
   * @param finding what is wrong, in a sentence
   * @param doing what Quorate does about it, in a sentence
   * @param operation the operation that the incident started or follows, or the last one; null when
   *     there is none or its id is not known yet
   * @param nextProposal when the incident proposes an operation again; null when none is due by
   *     time
   * @param head the first lines that people read
   * @param writesFailSince since when no write succeeds; null while writes succeed
   */
  public record IncidentJson(
      Instant openedAt,
      boolean open,
      String finding,
      String doing,
      Optional<String> operation,
      Optional<Instant> nextProposal,
      List<AlertJson> alerts,
      Optional<HeadJson> head,
      Optional<Instant> writesFailSince) {
    static IncidentJson of(IncidentState state, Head head) {
      return new IncidentJson(
          state.openedAt(),
          state.open(),
          state.finding(),
          state.doing(),
          state.operation(),
          state.nextProposal(),
          state.alerts().stream().map(AlertJson::of).toList(),
          Optional.of(HeadJson.of(head)),
          state.writesFailSince());
    }
  }

  /**
   * One alert that the incident received.
   *
   * @param name name such as {@code etcdMembersDown}
   * @param fingerprint text by which Alertmanager tells one alert from another
   * @param firing false once it is resolved
   */
  public record AlertJson(String name, String fingerprint, Instant startsAt, boolean firing) {
    static AlertJson of(Alert alert) {
      return new AlertJson(alert.name(), alert.fingerprint(), alert.startsAt(), alert.firing());
    }
  }
}
