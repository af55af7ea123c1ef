package io.quorate.gateway.http;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.quorate.client.OperationExecution;
import io.quorate.operation.OperationState;
import io.quorate.wire.ShowJson;
import io.quorate.operation.TemporalPage;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Operations as the page shows them: the JSON that people script against, with further fields
 * beside it.
 */
final class ShownOperations {
  private final Optional<String> temporalPage;
  private final InstantSource clock;

  /**
   * Creates the page's operations, with links to Temporal's page.
   *
   * @param temporalPage the list of workflows of the namespace on Temporal's page, if it is known
   * @param clock for the durations of a head
   */
  ShownOperations(Optional<String> temporalPage, InstantSource clock) {
    this.temporalPage = temporalPage;
    this.clock = clock;
  }

  /** Returns the clock by which heads say durations. */
  InstantSource clock() {
    return clock;
  }

  /**
   * An operation with its times and its place in Temporal.
   *
   * @param temporal the operation's address on Temporal's own page; empty when that page is not
   *     known
   */
  record Shown(
      @JsonUnwrapped ShowJson show,
      Instant startedAt,
      Optional<Instant> endedAt,
      Optional<String> temporal) {}

  Shown show(OperationExecution target, OperationState state) {
    return new Shown(
        ShowJson.of(state, clock.instant()),
        target.startedAt(),
        target.endedAt(),
        temporalPage.map(page -> link(page, target)));
  }

  private static String link(String page, OperationExecution target) {
    return TemporalPage.details(page, target.workflowId(), target.runId());
  }
}
