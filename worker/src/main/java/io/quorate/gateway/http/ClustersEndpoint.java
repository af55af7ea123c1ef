package io.quorate.gateway.http;

import io.javalin.http.Context;
import io.quorate.client.Deadlines;
import io.quorate.client.Heads;
import io.quorate.client.Outcome;
import io.quorate.client.QuorateClient;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.IncidentState;
import io.quorate.wire.IncidentsJson;
import io.quorate.wire.RunbooksJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code /api/clusters} answers the clusters with their incidents, {@code /api/runbooks} the
 * runbooks.
 */
final class ClustersEndpoint {
  private final QuorateClient client;
  private final Heads heads;

  ClustersEndpoint(QuorateClient client, Heads heads) {
    this.client = client;
    this.heads = heads;
  }

  void list(Context http) {
    List<ClusterKey> clusters = client.directory().clusters();
    List<Outcome<Optional<IncidentState>>> incidents =
        client.incidents().states(clusters, Deadlines.PART);
    List<IncidentsJson.ClusterJson> rows = new ArrayList<>();
    for (int index = 0; index < clusters.size(); index++) {
      rows.add(row(clusters.get(index), incidents.get(index)));
    }
    Bodies.write(http, 200, new IncidentsJson(rows));
  }

  private IncidentsJson.ClusterJson row(
      ClusterKey cluster, Outcome<Optional<IncidentState>> outcome) {
    return switch (outcome) {
      case Outcome.Done<Optional<IncidentState>> done ->
          IncidentsJson.ClusterJson.known(
              cluster.value(), done.value().map(heads.reminders()::told), heads::of);
      case Outcome.Missed<Optional<IncidentState>> missed ->
          IncidentsJson.ClusterJson.unknown(cluster.value(), missed.sentence());
    };
  }

  void runbooks(Context http) {
    Bodies.write(http, 200, RunbooksJson.all());
  }
}
