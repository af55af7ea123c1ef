package io.quorate.gateway.http;

import io.javalin.http.Context;
import io.quorate.client.Histories;
import io.quorate.client.OperationDirectory;
import io.quorate.client.OperationExecution;

/**
 * {@code GET /api/operations/{operation}/timeline}: the events of an operation, and who decided.
 */
final class TimelineEndpoint {
  private final OperationDirectory directory;
  private final Histories histories;

  TimelineEndpoint(OperationDirectory directory, Histories histories) {
    this.directory = directory;
    this.histories = histories;
  }

  void show(Context http) {
    OperationExecution target = Answers.need(directory.find(http.pathParam("operation")));
    Answers.send(http, histories.timeline(target), timeline -> timeline);
  }
}
