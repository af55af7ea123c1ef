package io.quorate.gateway.http;

import io.javalin.http.Context;
import io.quorate.client.OperationDirectory;
import io.quorate.client.ShardReports;
import io.quorate.cluster.Amounts;
import io.quorate.cluster.CleanText;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.SilencedFinding;
import io.quorate.operation.SilencedFindings;
import io.quorate.operation.WatchedShard;
import io.quorate.operation.WatchedShard.Troubled;
import io.quorate.wire.WatchJson;
import io.quorate.wire.WatchJson.FindingJson;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** {@code GET /api/watch}: what the watch found by itself, as its holders report it. */
record WatchEndpoint(OperationDirectory directory, ShardReports reports, InstantSource clock) {
  private static final int LONGEST = 300;

  void list(Context http) {
    String wanted = http.queryParam("cluster");
    List<ClusterKey> clusters =
        wanted == null ? directory.clusters() : List.of(Answers.need(directory.cluster(wanted)));
    ShardReports.Found found = reports.of(clusters);
    List<FindingJson> findings =
        found.shards().stream()
            .flatMap(shard -> shard.troubled().stream())
            .filter(one -> clusters.contains(one.cluster()))
            .sorted(Comparator.comparing(Troubled::since))
            .map(one -> json(one, found.silenced(), clock.instant()))
            .toList();
    Bodies.write(
        http,
        200,
        new WatchJson(
            found.shards().stream().mapToInt(WatchedShard::clusters).sum(),
            found.shards().stream()
                .flatMap(shard -> shard.oldestPulse().stream())
                .min(Instant::compareTo),
            findings,
            notice(found)));
  }

  private static String words(SilencedFinding silence) {
    return "by %s until %s: %s"
        .formatted(silence.by(), Amounts.moment(silence.until()), silence.reason());
  }

  /** Returns a notice of missing holders, of clusters without a pulse and of omitted findings. */
  private static Optional<String> notice(ShardReports.Found found) {
    List<String> unasked =
        found.shards().stream()
            .flatMap(shard -> shard.unasked().stream())
            .map(ClusterKey::value)
            .toList();
    int more =
        found.shards().stream().mapToInt(shard -> shard.findings() - shard.troubled().size()).sum();
    List<String> notices = new ArrayList<>();
    found.notice().ifPresent(notices::add);
    if (!unasked.isEmpty()) {
      notices.add(
          "Not asked for 2 min, or never: "
              + CleanText.line(String.join(", ", unasked), LONGEST)
              + ". The log of the worker says why.");
    }
    if (more > 0) {
      notices.add(more + " more findings are not listed.");
    }
    return notices.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", notices));
  }

  private static String subject(Troubled one) {
    return one.standing().map(WatchedShard.Standing::subject).orElse("");
  }

  /** Returns a finding as JSON, with its silence. */
  static FindingJson json(Troubled one, List<SilencedFindings> silenced, Instant now) {
    Optional<WatchedShard.Standing> other = one.standing();
    return new FindingJson(
        one.cluster().value(),
        one.code(),
        other.isPresent() ? Optional.empty() : Optional.of(one.code()),
        other.map(WatchedShard.Standing::subject).filter(subject -> !subject.isEmpty()),
        one.sentence(),
        one.since(),
        one.lookedAt(),
        one.told(),
        other.map(WatchedShard.Standing::urgency),
        silenced.stream()
            .flatMap(all -> all.of(one.cluster(), one.code(), subject(one), now).stream())
            .findFirst()
            .map(WatchEndpoint::words));
  }
}
