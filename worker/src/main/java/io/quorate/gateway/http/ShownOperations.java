package io.quorate.gateway.http;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.quorate.client.Heads;
import io.quorate.client.OperationExecution;
import io.quorate.operation.OperationState;
import io.quorate.operation.TemporalPage;
import io.quorate.wire.ShowJson;
import java.time.Instant;
import java.util.Optional;

/**
 * Operations as the page shows them: the JSON that people script against, with further fields
 * beside it.
 */
final class ShownOperations {
  private final Optional<String> temporalPage;
  private final Heads heads;

  /**
   * Creates the page's operations, with links to Temporal's page.
   *
   * @param temporalPage the list of workflows of the namespace on Temporal's page, if it is known
   * @param heads makes the first lines of an operation
   */
  ShownOperations(Optional<String> temporalPage, Heads heads) {
    this.temporalPage = temporalPage;
    this.heads = heads;
  }

  /** Returns what makes the first lines of an operation. */
  Heads heads() {
    return heads;
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
        ShowJson.of(heads.reminders().told(state), heads.of(state)),
        target.startedAt(),
        target.endedAt(),
        temporalPage.map(page -> link(page, target)));
  }

  private static String link(String page, OperationExecution target) {
    return TemporalPage.details(page, target.workflowId(), target.runId());
  }
}
