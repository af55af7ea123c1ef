package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quorate.causes.CommonCause;
import io.quorate.causes.FleetTroubles;
import io.quorate.causes.FleetTroubles.OpenCause;
import io.quorate.cluster.ClusterKey;
import io.quorate.gateway.http.RunningGateway.Reply;
import io.quorate.operation.ClusterStand;
import io.quorate.operation.WatchNames;
import io.quorate.operation.WatchedShard;
import io.quorate.operation.WatchedShard.Alike;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lists of ten thousand clusters with five hundred running operations. */
@Timeout(180)
class FleetOverHttpTest {
  private static final int CLUSTERS = 10_000;
  private static final int RUNNING = 500;
  private static final int MOST_CALLS = 5;
  private static final Duration MOST_TIME = Duration.ofSeconds(1);
  private static final ClusterStand WHOLE = stand("whole", "All 3 voters vote.", 1);
  private static final ClusterStand LOST = stand("quorum-lost", "Quorum is lost.", -1);
  private static final Instant LOOKED = Instant.parse("2026-03-01T03:03:40Z");

  private final List<ClusterKey> fleet =
      IntStream.range(0, CLUSTERS).mapToObj(n -> new ClusterKey("c%05d".formatted(n))).toList();
  private PretendedTemporal temporal;
  private RunningGateway gateway;

  @BeforeEach
  void start() throws IOException {
    temporal = new PretendedTemporal(fleet.subList(0, RUNNING));
    fleet.stream()
        .collect(Collectors.groupingBy(WatchNames::shardOf))
        .forEach((shard, clusters) -> hold(shard, clusters));
    gateway = RunningGateway.over(temporal.client(), fleet);
    // The watch is closed, so that only the calls of the request are counted.
    gateway.gateway().watch().close();
  }

  private void hold(int shard, List<ClusterKey> clusters) {
    Map<ClusterStand, Map<String, Instant>> looks =
        new TreeMap<>(Comparator.comparing(ClusterStand::code));
    clusters.forEach(
        cluster ->
            looks
                .computeIfAbsent(
                    cluster.value().endsWith("777") ? LOST : WHOLE, any -> new TreeMap<>())
                .put(cluster.value(), LOOKED));
    temporal.shards.put(
        WatchNames.workflowId(shard),
        new WatchedShard(
            shard,
            clusters.size(),
            Optional.of(LOOKED),
            List.of(),
            0,
            List.of(),
            Optional.of(
                looks.entrySet().stream()
                    .map(one -> new Alike(one.getKey(), one.getValue()))
                    .toList())));
  }

  @AfterEach
  void stop() {
    gateway.close();
    temporal.close();
  }

  @Test
  void listsThoseThatAreNotWellInASecondAndFiveCalls() {
    gateway.gateway().watch().fleet().read();

    JsonNode found = inTime(() -> gateway.get("/api/clusters?all=false")).json();

    assertThat(found.path("clusters").findValuesAsText("cluster"))
        .hasSize(10)
        .allMatch(name -> name.endsWith("777"));
    assertThat(found.at("/counts/all").asInt()).isEqualTo(CLUSTERS);
    assertThat(found.at("/counts/notWell").asInt()).isEqualTo(10);
    assertThat(found.at("/counts/diagnoses/whole").asInt()).isEqualTo(9_990);
    assertThat(found.path("notice").isNull()).as(found.path("notice").asText()).isTrue();
    JsonNode all = inTime(() -> gateway.get("/api/clusters?limit=10000")).json();
    assertThat(all.path("clusters")).hasSize(CLUSTERS);
  }

  @Test
  void namesTheCommonCauseBesideTheList() {
    List<ClusterKey> zone = fleet.subList(0, 41);
    temporal.troubles =
        new FleetTroubles(
            List.of(),
            List.of(
                new OpenCause(
                    new CommonCause("zone=b", 60, zone, LOOKED), LOOKED, Optional.empty())));
    gateway.gateway().watch().fleet().read();

    assertThat(gateway.get("/api/clusters?all=false").json().path("causes").asText())
        .startsWith("fleet/zone=b: ")
        .contains("41 of 60");
  }

  @Test
  void saysHowManyFindingsTheReportsLeaveOut() {
    String shard = WatchNames.workflowId(WatchNames.shardOf(fleet.getFirst()));
    WatchedShard held = temporal.shards.get(shard);
    temporal.shards.put(
        shard,
        new WatchedShard(
            held.number(),
            held.clusters(),
            held.oldestPulse(),
            held.troubled(),
            60,
            held.unasked(),
            held.alike()));
    gateway.gateway().watch().fleet().read();

    assertThat(gateway.get("/api/clusters?all=false").json().path("notice").asText())
        .contains("60 more findings are not listed");
  }

  @Test
  void countsTheClustersOfAShardThatNobodyHoldsAsNotWatched() {
    int shard = WatchNames.shardOf(fleet.getFirst());
    temporal.shards.remove(WatchNames.workflowId(shard));
    gateway.gateway().watch().fleet().read();

    JsonNode found = gateway.get("/api/clusters?all=false&limit=1000").json();

    long there = fleet.stream().filter(one -> WatchNames.shardOf(one) == shard).count();
    assertThat(found.at("/counts/unwatched").asLong()).isEqualTo(there);
    assertThat(found.path("clusters").findValuesAsText("unwatched"))
        .contains("No worker watches this cluster.");
    assertThat(found.path("notice").asText()).startsWith("No worker watches 1 of 64 shards");
  }

  @Test
  void listsEachRunningOperationInPagesOfASecondAndFiveCalls() {
    gateway.gateway().watch().look();
    List<String> seen = new ArrayList<>();
    String next = "";
    do {
      String page = next;
      JsonNode found = inTime(() -> gateway.get("/api/operations?limit=100" + page)).json();
      seen.addAll(found.path("operations").findValuesAsText("cluster"));
      assertThat(found.path("all").asInt()).isEqualTo(RUNNING);
      assertThat(found.path("notice").isNull()).as(found.path("notice").asText()).isTrue();
      assertThat(found.at("/operations/99/head").isObject()).isTrue();
      next = found.path("next").isNull() ? "" : "&page=" + found.path("next").asText();
    } while (!next.isEmpty());

    assertThat(seen).hasSize(RUNNING).doesNotHaveDuplicates();
  }

  @Test
  void saysOfHowManyOperationsOnlyThePhaseIsKnown() {
    JsonNode found = inTime(() -> gateway.get("/api/operations")).json();

    assertThat(found.path("operations")).hasSize(100);
    assertThat(found.path("operations").findValuesAsText("state")).containsOnly("running");
    assertThat(found.path("notice").asText())
        .matches("Of \\d+ operations only the phase is known so far; ask again in 15 s\\.");
  }

  @Test
  void answersNoShorterListWhereTemporalListsNothing() {
    temporal.lists = false;

    Reply reply = gateway.get("/api/operations");

    assertThat(reply.status()).as(reply.text()).isEqualTo(503);
    assertThat(reply.json().path("error").asText()).contains("no such column");
  }

  @Test
  void refusesAStateThatNobodyKnows() {
    Reply reply = gateway.get("/api/operations?state=parkt");

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.json().path("error").asText()).contains("did you mean parked?");
    assertThat(gateway.get("/api/operations?limit=0").status()).isEqualTo(400);
    assertThat(gateway.get("/api/operations?page=%25").status()).isEqualTo(400);
    assertThat(gateway.get("/api/clusters?finding=quota").status()).isEqualTo(400);
  }

  @Test
  void takesAThousandAlertsThatLastLongerThanOneDeadline() {
    temporal.signalMillis = 100;

    Reply reply = alert(1000);

    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(reply.json().path("accepted").asInt()).isEqualTo(1000);
    assertThat(temporal.signalled).hasSize(1000).doesNotHaveDuplicates();
  }

  @Test
  void sendsAgainOnlyTheAlertsThatTemporalHasNot() {
    temporal.mostSignals = 600;
    assertThat(alert(1000).status()).isEqualTo(503);
    assertThat(temporal.signalled).hasSize(600);
    temporal.mostSignals = Integer.MAX_VALUE;

    assertThat(alert(1000).status()).isEqualTo(200);

    assertThat(temporal.signalled).hasSize(1000).doesNotHaveDuplicates();
  }

  @Test
  void eachRepetitionSendsFurtherAlertsOfAnOutageThatTemporalTakesInPieces() {
    for (int piece = 1; piece <= 3; piece++) {
      temporal.mostSignals = temporal.signals.get() + 300;
      assertThat(alert(1000).status()).isEqualTo(503);
      assertThat(temporal.signalled).hasSize(piece * 300).doesNotHaveDuplicates();
    }
    temporal.mostSignals = Integer.MAX_VALUE;

    assertThat(alert(1000).status()).isEqualTo(200);
    assertThat(temporal.signalled).hasSize(1000).doesNotHaveDuplicates();
    assertThat(alert(10).status()).as("later they fire anew").isEqualTo(200);
    assertThat(temporal.signalled).hasSize(1010);
  }

  private Reply alert(int clusters) {
    return gateway.post(
        "/alerts/alertmanager",
        AlertsOverHttpTest.payload(
            "firing",
            fleet.stream().limit(clusters).map(ClusterKey::value).toArray(String[]::new)));
  }

  /** Gets an answer; of three, the fastest has to be in time, and each in few calls. */
  private Reply inTime(Supplier<Reply> question) {
    Duration fastest = Duration.ofDays(1);
    Reply last = question.get();
    for (int attempt = 0; attempt < 3; attempt++) {
      temporal.calls.set(0);
      long began = System.nanoTime();
      last = question.get();
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      fastest = took.compareTo(fastest) < 0 ? took : fastest;
      assertThat(last.status()).as(last.text()).isEqualTo(200);
      assertThat(temporal.calls.get()).isLessThanOrEqualTo(MOST_CALLS);
    }
    assertThat(fastest).isLessThan(MOST_TIME);
    return last;
  }

  private static ClusterStand stand(String code, String sentence, int margin) {
    return new ClusterStand(
        code,
        sentence,
        Optional.empty(),
        3,
        margin,
        List.of("3.5.16"),
        List.of("a"),
        Optional.empty());
  }
}
