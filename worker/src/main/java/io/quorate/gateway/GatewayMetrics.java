package io.quorate.gateway;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.quorate.approval.Decision;
import io.quorate.approval.Door;
import io.quorate.client.ClusterGauges;
import io.quorate.client.OperationsWatch;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.StableName;
import io.quorate.operation.Phase;
import io.quorate.reminder.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The gateway's counters. No label takes a value that a caller can choose freely. */
public final class GatewayMetrics {
  private static final String SECONDS = "seconds";

  /** Clusters of a large fleet that have series, of 16 each. */
  private static final int MOST = 1000;

  private final MeterRegistry registry;

  /** Creates counters in a registry. */
  public GatewayMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  /**
   * Registers gauges of a watch: running operations by phase, the oldest that wait, what waits in
   * each cluster, failing runs, the number of missed looks, and of incidents that were replaced.
   *
   * @param everyCluster whether a large fleet has the series of every cluster, too
   */
  public void watching(OperationsWatch watch, boolean everyCluster) {
    for (Phase phase : Phase.values()) {
      if (!phase.ended()) {
        Gauge.builder("quorate.operations", watch, seen -> seen.count(phase))
            .tag("phase", phase.words())
            .register(registry);
      }
    }
    age("quorate.oldest.question", watch, Phase.WAITING_FOR_APPROVAL);
    age("quorate.oldest.park", watch, Phase.PARKED);
    ClusterGauges gauges = new ClusterGauges(registry, everyCluster);
    refresh(gauges, watch);
    watch.afterEachLook(() -> refresh(gauges, watch));
    Gauge.builder("quorate.missed.looks", watch, OperationsWatch::missed).register(registry);
    Gauge.builder("quorate.failing.runs", watch, seen -> seen.troubles().size()).register(registry);
    FunctionCounter.builder("quorate.incidents.replaced", watch, OperationsWatch::replacedIncidents)
        .register(registry);
  }

  /**
   * Shows what of a cluster waits for people. In a fleet of up to a hundred clusters every series
   * is there from the beginning, with 0 where nothing waits; in a larger one only the series of the
   * clusters in which something runs or has just ended, the longest wait first, unless those of
   * every cluster are wanted.
   */
  private static void refresh(ClusterGauges gauges, OperationsWatch watch) {
    List<ClusterKey> all = watch.clusters();
    Set<ClusterKey> shown =
        gauges.showsAll(all.size()) ? Set.copyOf(all) : watch.busyClusters(MOST);
    gauges.keep(shown);
    shown.forEach(cluster -> waits(gauges, cluster, watch));
  }

  private static void waits(ClusterGauges gauges, ClusterKey cluster, OperationsWatch watch) {
    for (Waiting.What what : Waiting.What.values()) {
      for (boolean taken : List.of(true, false)) {
        gauges.show(
            cluster,
            "quorate.waits",
            SECONDS,
            Tags.of("what", what.words(), "taken", taken ? "yes" : "no"),
            () -> seconds(watch.waits(cluster, what, taken)));
      }
    }
    gauges.show(
        cluster, "quorate.untold", SECONDS, Tags.empty(), () -> seconds(watch.untold(cluster)));
    gauges.show(
        cluster,
        "quorate.writes.fail",
        SECONDS,
        Tags.empty(),
        () -> seconds(watch.writesFail(cluster)));
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1000.0;
  }

  private void age(String name, OperationsWatch watch, Phase phase) {
    Gauge.builder(name, watch, seen -> seen.oldest(phase).toMillis() / 1000.0)
        .baseUnit("seconds")
        .register(registry);
  }

  /** Counts an alert of a webhook. */
  public void alertReceived(boolean firing) {
    registry
        .counter("quorate.alerts.received", "status", firing ? "firing" : "resolved")
        .increment();
  }

  /** Counts an alert that belongs to no cluster, by reason. */
  public void alertIgnored(String reason) {
    registry.counter("quorate.alerts.ignored", "reason", reason).increment();
  }

  /** Counts alerts that Alertmanager left out of a webhook. */
  public void alertsTruncated(long alerts) {
    registry.counter("quorate.alerts.truncated").increment(alerts);
  }

  /**
   * Counts a webhook by what Alertmanager was answered.
   *
   * @param result {@code accepted}, {@code refused}, {@code too-large} or {@code unavailable}
   */
  public void webhook(String result) {
    registry.counter("quorate.alerts.webhooks", "result", result).increment();
  }

  /**
   * Counts a decision.
   *
   * @param result {@code counted}, {@code refused}, {@code recorded}, {@code unconfirmed} or {@code
   *     failed}
   */
  public void decision(Door door, Decision.Kind kind, String result) {
    registry
        .counter(
            "quorate.decisions",
            "door",
            StableName.of(door),
            "kind",
            StableName.of(kind),
            "result",
            result)
        .increment();
  }

  /**
   * Counts a login on the page, or a token of a request that counted for nobody.
   *
   * @param result {@code accepted}, {@code refused} or {@code throttled}
   */
  public void login(String result) {
    registry.counter("quorate.logins", "result", result).increment();
  }

  /**
   * Counts a request to start an operation.
   *
   * @param result {@code started}, {@code busy}, {@code refusal}, {@code nothing-to-do}
   */
  public void start(String runbook, String result) {
    registry
        .counter("quorate.operations.started", "runbook", runbook, "result", result)
        .increment();
  }
}
