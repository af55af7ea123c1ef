package io.quorate.gateway.http;

import io.javalin.http.Context;
import io.quorate.client.Deadlines;
import io.quorate.client.FleetReports;
import io.quorate.client.Heads;
import io.quorate.client.Incidents;
import io.quorate.client.OperationsWatch;
import io.quorate.client.Outcome;
import io.quorate.client.QuorateClient;
import io.quorate.cluster.Amounts;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.IncidentState;
import io.quorate.wire.ClusterChoice;
import io.quorate.wire.ClustersJson;
import io.quorate.wire.ClustersJson.ClusterJson;
import io.quorate.wire.ClustersJson.IncidentJson;
import io.quorate.wire.RunbooksJson;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code /api/clusters} answers a page of the clusters with how they stand and their incidents,
 * {@code /api/runbooks} the runbooks. The page is made of what the watch reported and of what
 * incidents answered last: a request lists what runs and asks two incidents anew, so that it takes
 * five calls to Temporal at most, whatever the size of the fleet.
 */
record ClustersEndpoint(QuorateClient client, OperationsWatch watch, Heads heads) {
  /** Incidents that one request asks; each may take two calls. */
  private static final int ASKED = 2;

  void list(Context http) {
    ClusterChoice choice = Queries.choice(http);
    FleetReports.Seen seen = watch.fleet().last();
    Instant now = heads.clock().instant();
    List<ClusterJson> fleet =
        client.directory().clusters().stream().map(cluster -> row(cluster, seen, now)).toList();
    ClustersJson page = choice.of(fleet, notice(seen));
    Map<String, ClusterJson> asked = asked(page.clusters());
    Bodies.write(
        http,
        200,
        new ClustersJson(
            page.clusters().stream().map(row -> asked.getOrDefault(row.cluster(), row)).toList(),
            page.counts(),
            page.notShown(),
            page.next(),
            page.notice(),
            seen.causes()));
  }

  private Optional<String> notice(FleetReports.Seen seen) {
    Optional<String> silent =
        Optional.of(watch.missed())
            .filter(missed -> missed > 0)
            .map(
                missed ->
                    "Of at least %s the operation or incident is not known now; what is shown is older."
                        .formatted(Amounts.count(missed.intValue(), "cluster")));
    List<String> all = Stream.of(seen.notice(), silent).flatMap(Optional::stream).toList();
    return all.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", all));
  }

  private ClusterJson row(ClusterKey cluster, FleetReports.Seen seen, Instant now) {
    Optional<FleetReports.Look> look = seen.look(cluster);
    return ClusterJson.of(
            cluster.value(), look.map(FleetReports.Look::stand), look.map(FleetReports.Look::at))
        .watched(
            seen.findings().getOrDefault(cluster, List.of()).stream()
                .map(one -> WatchEndpoint.json(one, seen.silenced(), now))
                .toList(),
            watch.waits(cluster),
            seen.unwatched(cluster))
        .with(
            client.incidents().known(cluster).flatMap(Incidents.Known::state).map(this::json),
            unanswered(cluster));
  }

  /** Returns that an incident runs which has not answered this gateway yet. */
  private Optional<String> unanswered(ClusterKey cluster) {
    return client.incidents().known(cluster).isEmpty()
            && client.runs().mark(IncidentNames.workflowId(cluster)).isPresent()
        ? Optional.of("The incident has not answered yet.")
        : Optional.empty();
  }

  private IncidentJson json(IncidentState state) {
    return IncidentJson.of(heads.reminders().told(state), heads.of(state));
  }

  /** Returns the rows whose incident was asked anew, by the cluster. */
  private Map<String, ClusterJson> asked(List<ClusterJson> rows) {
    List<ClusterJson> wanted =
        rows.stream()
            .filter(row -> rows.size() <= ASKED || urgency(row) < 2)
            .sorted(
                Comparator.comparingInt(this::urgency)
                    .thenComparingLong(row -> known(row).map(Incidents.Known::nanos).orElse(0L)))
            .limit(ASKED)
            .toList();
    List<Outcome<Optional<IncidentState>>> answers =
        client
            .incidents()
            .states(wanted.stream().map(ClustersEndpoint::key).toList(), Deadlines.PART);
    Map<String, ClusterJson> asked = new HashMap<>();
    for (int index = 0; index < wanted.size(); index++) {
      ClusterJson row = wanted.get(index);
      asked.put(
          row.cluster(),
          switch (answers.get(index)) {
            case Outcome.Done<Optional<IncidentState>> done ->
                row.with(done.value().map(this::json), Optional.empty());
            case Outcome.Missed<Optional<IncidentState>> missed ->
                row.with(row.incident(), Optional.of(missed.sentence()));
          });
    }
    return asked;
  }

  /** 0 for an incident that nobody has asked yet, 1 for an open one, 2 for none. */
  private int urgency(ClusterJson row) {
    if (known(row).filter(Incidents.Known::isOpen).isPresent()) {
      return 1;
    }
    return client.runs().mark(IncidentNames.workflowId(key(row))).isPresent() ? 0 : 2;
  }

  private Optional<Incidents.Known> known(ClusterJson row) {
    return client.incidents().known(key(row));
  }

  private static ClusterKey key(ClusterJson row) {
    return new ClusterKey(row.cluster());
  }

  void runbooks(Context http) {
    Bodies.write(http, 200, RunbooksJson.all());
  }
}
