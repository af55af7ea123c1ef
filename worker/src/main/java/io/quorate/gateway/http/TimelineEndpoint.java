package io.quorate.gateway.http;

import io.javalin.http.Context;
import io.quorate.client.Histories;
import io.quorate.client.OperationDirectory;
import io.quorate.client.OperationExecution;

/**
 * {@code GET /api/operations/{operation}/timeline}: the events of an operation, and who decided.
 */
record TimelineEndpoint(OperationDirectory directory, Histories histories) {
  void show(Context http) {
    OperationExecution target = Answers.need(directory.find(http.pathParam("operation")));
    Answers.send(http, histories.timeline(target), timeline -> timeline);
  }
}
