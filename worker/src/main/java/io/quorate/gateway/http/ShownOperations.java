package io.quorate.gateway.http;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.quorate.client.OperationExecution;
import io.quorate.operation.OperationState;
import io.quorate.wire.ShowJson;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/** What the page shows of an operation beside the JSON people script against. */
final class ShownOperations {
  private final Optional<String> temporalPage;

  /**
   * Shapes with links.
   *
   * @param temporalPage the list of workflows of the namespace on Temporal's page, if it is known
   */
  ShownOperations(Optional<String> temporalPage) {
    this.temporalPage = temporalPage;
  }

  /**
   * An operation with the moments and the place Temporal has for it.
   *
   * @param temporal where Temporal's own page shows it; null when that page is not known
   */
  record Shown(
      @JsonUnwrapped ShowJson show,
      Instant startedAt,
      Optional<Instant> endedAt,
      Optional<String> temporal) {}

  Shown show(OperationExecution target, OperationState state) {
    return new Shown(
        ShowJson.of(state),
        target.startedAt(),
        target.endedAt(),
        temporalPage.map(page -> link(page, target)));
  }

  private static String link(String page, OperationExecution target) {
    return page
        + "/"
        + URLEncoder.encode(target.workflowId(), StandardCharsets.UTF_8)
        + "/"
        + target.runId()
        + "/history";
  }
}
