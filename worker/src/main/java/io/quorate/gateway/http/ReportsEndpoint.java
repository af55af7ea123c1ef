package io.quorate.gateway.http;

import io.javalin.http.Context;
import io.quorate.client.OperationDirectory;
import io.quorate.client.ReportArchive;
import io.quorate.cluster.ClusterKey;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/incidents} answers the incidents of a time, {@code /api/incidents/INCIDENT} the
 * report of one.
 *
 * @param clock tells the time that a list without a beginning ends at
 */
record ReportsEndpoint(OperationDirectory directory, ReportArchive archive, InstantSource clock) {
  /** Time that a list goes back where the request does not say it. */
  private static final Duration USUAL = Duration.ofDays(30);

  void list(Context http) {
    String wanted = http.queryParam("cluster");
    List<ClusterKey> clusters =
        wanted == null ? directory.clusters() : List.of(Answers.need(directory.cluster(wanted)));
    Bodies.write(http, 200, archive.list(clusters, since(http.queryParam("since"))));
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
