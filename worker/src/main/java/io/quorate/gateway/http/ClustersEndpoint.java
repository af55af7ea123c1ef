package io.quorate.gateway.http;

import io.javalin.http.Context;
import io.quorate.client.Deadlines;
import io.quorate.client.Outcome;
import io.quorate.client.QuorateClient;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.IncidentState;
import io.quorate.runbook.Option;
import io.quorate.runbook.Runbooks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code /api/clusters}: the clusters with their incidents; {@code /api/runbooks}. */
final class ClustersEndpoint {
  private final QuorateClient client;

  ClustersEndpoint(QuorateClient client) {
    this.client = client;
  }

  /**
   * A cluster on the page.
   *
   * @param incident empty when there is none, or when nobody can say
   * @param notice why the incident is not known
   */
  private record Row(String cluster, Optional<IncidentState> incident, Optional<String> notice) {}

  private record Rows(List<Row> clusters) {}

  private record RunbookRow(String name, String sentence, List<Option> options) {}

  private record RunbookRows(List<RunbookRow> runbooks) {}

  void list(Context http) {
    List<ClusterKey> clusters = client.directory().clusters();
    List<Outcome<Optional<IncidentState>>> incidents =
        client.incidents().states(clusters, Deadlines.PART);
    List<Row> rows = new ArrayList<>();
    for (int index = 0; index < clusters.size(); index++) {
      rows.add(row(clusters.get(index), incidents.get(index)));
    }
    Bodies.write(http, 200, new Rows(rows));
  }

  private static Row row(ClusterKey cluster, Outcome<Optional<IncidentState>> outcome) {
    return switch (outcome) {
      case Outcome.Done<Optional<IncidentState>> done ->
          new Row(cluster.value(), done.value(), Optional.empty());
      case Outcome.Missed<Optional<IncidentState>> missed ->
          new Row(cluster.value(), Optional.empty(), Optional.of(missed.sentence()));
    };
  }

  void runbooks(Context http) {
    Bodies.write(
        http,
        200,
        new RunbookRows(
            Runbooks.all().stream()
                .map(one -> new RunbookRow(one.name(), one.sentence(), one.options()))
                .toList()));
  }
}
