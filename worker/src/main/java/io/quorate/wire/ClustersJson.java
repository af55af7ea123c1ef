package io.quorate.wire;

import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.head.Head;
import io.quorate.operation.Alert;
import io.quorate.operation.ClusterStand;
import io.quorate.operation.IncidentState;
import io.quorate.wire.StatusJson.DiagnosisJson;
import io.quorate.wire.WatchJson.FindingJson;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Output of {@code quorate clusters -o json}, and answer to {@code GET /api/clusters}: the chosen
 * clusters, the worst first.
 *
 * @param counts of the clusters that fit the filters, on this page or not
 * @param notShown how many of the chosen clusters this page leaves out
 * @param next names the page after this one; null on the last one
 * @param notice what is missing; null where the watch, or a look, knows every cluster
 * @param causes the common causes of many troubles, a sentence a line; null where there is none
 */
public record ClustersJson(
    List<ClusterJson> clusters,
    CountsJson counts,
    int notShown,
    Optional<String> next,
    Optional<String> notice,
    Optional<String> causes) {
  public ClustersJson {
    clusters = List.copyOf(clusters);
  }

  /**
   * Counts of clusters.
   *
   * @param all clusters that fit the filters
   * @param notWell those of which something is wrong, or not known
   * @param unwatched those of which no look is known, or only an old one
   * @param diagnoses clusters by the name of their diagnosis
   */
  public record CountsJson(int all, int notWell, int unwatched, Map<String, Integer> diagnoses) {}

  /**
   * Cluster as the list shows it.
   *
   * @param diagnosis as of the last look; null where there was none
   * @param voters 0 where they are not known
   * @param margin how many more voters may be lost; below 0 quorum is lost
   * @param versions of the members that answered, each once
   * @param zones of the members, each once
   * @param sites of the members, each once
   * @param lookedAt when the last look was taken; null where there was none
   * @param findings what the watch found
   * @param underWay what waits for people in this cluster; null for nothing
   * @param unwatched why the last look is old, or is missing; null where neither is so
   * @param incident the last incident; null when there is none, or when it is not known
   * @param notice why the incident is not known; null when it is known
   */
  public record ClusterJson(
      String cluster,
      Optional<DiagnosisJson> diagnosis,
      int voters,
      int margin,
      List<String> versions,
      List<String> zones,
      List<String> sites,
      Optional<Instant> lookedAt,
      List<FindingJson> findings,
      Optional<String> underWay,
      Optional<String> unwatched,
      Optional<IncidentJson> incident,
      Optional<String> notice) {
    /** The worst first, and those that are equally bad by name. */
    public static final Comparator<ClusterJson> WORST_FIRST =
        Comparator.comparingInt(ClusterJson::rank).thenComparing(ClusterJson::cluster);

    /** The first rank of clusters that are well. */
    private static final int WELL = 6;

    /** A cluster as a look, if there was one, found it. */
    public static ClusterJson of(
        String cluster, Optional<ClusterStand> stand, Optional<Instant> lookedAt) {
      return new ClusterJson(
          cluster,
          stand.map(one -> new DiagnosisJson(one.code(), one.sentence(), one.runbook())),
          stand.map(ClusterStand::voters).orElse(0),
          stand.map(ClusterStand::margin).orElse(0),
          stand.map(ClusterStand::versions).orElse(List.of()),
          stand.map(ClusterStand::zones).orElse(List.of()),
          stand.flatMap(ClusterStand::sites).orElse(List.of()),
          lookedAt,
          List.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    /** The cluster with what the watch knows beside the look. */
    public ClusterJson watched(
        List<FindingJson> found, Optional<String> waits, Optional<String> why) {
      return new ClusterJson(
          cluster, diagnosis, voters, margin, versions, zones, sites, lookedAt, found, waits, why,
          incident, notice);
    }

    /** The cluster with its incident, or with the reason why the incident is not known. */
    public ClusterJson with(Optional<IncidentJson> known, Optional<String> because) {
      return new ClusterJson(
          cluster, diagnosis, voters, margin, versions, zones, sites, lookedAt, findings, underWay,
          unwatched, known, because);
    }

    /** Whether nothing is wrong there, as far as people are told. */
    public boolean isWell() {
      return rank() >= WELL;
    }

    /** Rank by how bad the cluster is: 0 where writes fail. */
    int rank() {
      boolean wrong =
          diagnosis.filter(one -> !one.name().equals(DiagnosisCode.WHOLE.words())).isPresent();
      boolean fails = incident.flatMap(IncidentJson::writesFailSince).isPresent();
      if (fails || (wrong && voters > 0 && margin < 0)) {
        return 0;
      }
      if (wrong) {
        return margin <= 0 ? 1 : 2;
      }
      if (unwatched.isPresent() || incident.filter(IncidentJson::open).isPresent()) {
        return 3;
      }
      if (findings.stream().allMatch(FindingJson::onlyListed)) {
        return findings.isEmpty() ? WELL + 1 : WELL;
      }
      return findings.stream().anyMatch(FindingJson::isUrgent) ? 4 : 5;
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
    public static IncidentJson of(IncidentState state, Head head) {
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
