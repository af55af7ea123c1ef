package io.quorate.gateway;

import io.javalin.http.Context;

/** {@code GET /api/operations/{operation}/timeline}: what happened when, and who decided. */
final class TimelineEndpoint {
  private final OperationDirectory directory;
  private final Histories histories;

  TimelineEndpoint(OperationDirectory directory, Histories histories) {
    this.directory = directory;
    this.histories = histories;
  }

  void show(Context http) {
    Target target = Answers.need(directory.find(http.pathParam("operation")));
    Answers.send(http, histories.timeline(target), timeline -> timeline);
  }
}
