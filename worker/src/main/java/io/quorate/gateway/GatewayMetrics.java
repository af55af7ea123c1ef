package io.quorate.gateway;

import io.micrometer.core.instrument.MeterRegistry;
import io.quorate.approval.Decision;
import io.quorate.approval.Door;
import java.util.Locale;

/** The gateway's counters. No label takes a value that somebody outside can choose. */
public final class GatewayMetrics {
  private final MeterRegistry registry;

  /** Counters in a registry. */
  public GatewayMetrics(MeterRegistry registry) {
    this.registry = registry;
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

  /** Counts a webhook by what Alertmanager was answered. */
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
            door.name().toLowerCase(Locale.ROOT).replace('_', '-'),
            "kind",
            kind.name().toLowerCase(Locale.ROOT),
            "result",
            result)
        .increment();
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
