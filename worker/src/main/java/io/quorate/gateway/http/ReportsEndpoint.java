package io.quorate.gateway.http;

import io.javalin.http.Context;
import io.quorate.causes.FleetTroubles;
import io.quorate.client.FleetCauseBook;
import io.quorate.client.OperationDirectory;
import io.quorate.client.Outcome;
import io.quorate.client.ReportArchive;
import io.quorate.cluster.ClusterKey;
import io.quorate.wire.ReportsJson;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/incidents} answers the incidents of a time, {@code /api/incidents/INCIDENT} the
 * report of one.
 *
 * @param causes knows the common causes, which stand beside the list
 * @param clock tells the time that a list without a beginning ends at
 */
record ReportsEndpoint(
    OperationDirectory directory,
    ReportArchive archive,
    FleetCauseBook causes,
    InstantSource clock) {
  /** Time that a list goes back where the request does not say it. */
  private static final Duration USUAL = Duration.ofDays(30);

  void list(Context http) {
    String wanted = http.queryParam("cluster");
    List<ClusterKey> clusters =
        wanted == null ? directory.clusters() : List.of(Answers.need(directory.cluster(wanted)));
    ReportsJson found = archive.list(clusters, since(http.queryParam("since")));
    Bodies.write(http, 200, open().map(found::noticing).orElse(found));
  }

  /** Returns the open common causes, in sentences. */
  private Optional<String> open() {
    return causes.troubles() instanceof Outcome.Done<FleetTroubles> done
        ? done.value().sentences()
        : Optional.empty();
  }

  private Instant since(@Nullable String written) {
    try {
      return written == null ? clock.instant().minus(USUAL) : Instant.parse(written);
    } catch (DateTimeException noTime) {
      throw HttpProblem.badRequest("'since' is no time such as 2026-03-01T03:04:05Z.");
    }
  }

  void show(Context http) {
    Answers.send(http, archive.find(http.pathParam("incident")), report -> report);
  }
}
