package io.quorate.gateway;

import io.micrometer.core.instrument.MeterRegistry;
import io.quorate.approval.Decision;
import io.quorate.approval.Door;
import java.util.Locale;

/** What the gateway counts. No label takes a value that somebody outside can choose. */
final class Counts {
  private final MeterRegistry registry;

  Counts(MeterRegistry registry) {
    this.registry = registry;
  }

  void alertReceived(boolean firing) {
    registry
        .counter("quorate.alerts.received", "status", firing ? "firing" : "resolved")
        .increment();
  }

  void alertIgnored(String reason) {
    registry.counter("quorate.alerts.ignored", "reason", reason).increment();
  }

  void alertsTruncated(long alerts) {
    registry.counter("quorate.alerts.truncated").increment(alerts);
  }

  void webhook(String result) {
    registry.counter("quorate.alerts.webhooks", "result", result).increment();
  }

  /**
   * A decision that came in.
   *
   * @param result {@code counted}, {@code refused}, {@code unconfirmed} or {@code failed}
   */
  void decision(Door door, Decision.Kind kind, String result) {
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
   * Somebody asked for an operation.
   *
   * @param result {@code started}, {@code busy}, {@code refusal}, {@code nothing-to-do}
   */
  void start(String runbook, String result) {
    registry
        .counter("quorate.operations.started", "runbook", runbook, "result", result)
        .increment();
  }
}
