package io.quorate.gateway.http;

import io.javalin.http.Context;
import io.quorate.client.OperationDirectory;
import io.quorate.client.WaitingMatters;
import io.quorate.client.WaitingMatters.Matter;
import io.quorate.client.WaitingMatters.UnderWay;
import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.ApprovalSettings;
import io.quorate.configuration.Approvers.Approver;
import io.quorate.operation.OperationState;
import io.quorate.operation.Taken;
import io.quorate.reminder.Waiting;
import io.quorate.wire.WaitingJson;
import io.quorate.wire.WaitingJson.MatterJson;
import io.quorate.wire.WaitingJson.UnderWayJson;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** {@code GET /api/waiting}: what needs a person, and what runs meanwhile. */
record WaitingEndpoint(
    OperationDirectory directory,
    WaitingMatters matters,
    ApprovalSettings approval,
    InstantSource clock) {
  void list(Context http) {
    String wanted = http.queryParam("cluster");
    List<ClusterKey> clusters =
        wanted == null ? directory.clusters() : List.of(Answers.need(directory.cluster(wanted)));
    Instant now = clock.instant();
    WaitingMatters.Found found = matters.find(clusters);
    Bodies.write(
        http,
        200,
        new WaitingJson(
            found.waiting().stream().map(one -> json(one, now)).toList(),
            found.underWay().stream().map(WaitingEndpoint::json).toList(),
            found.notice()));
  }

  private MatterJson json(Matter matter, Instant now) {
    Waiting waiting = matter.waiting();
    Optional<Taken> held = waiting.held(now);
    return new MatterJson(
        waiting.cluster().value(),
        waiting.what().words(),
        waiting.what().sentence(),
        waiting.since(),
        waiting.writesFailSince(),
        matter.head().lines(),
        canAct(waiting),
        held.map(Taken::by),
        held.map(Taken::at),
        matter.operation(),
        matters.heads().reminders().reach(waiting, Optional.empty(), now).nextReminder());
  }

  /** Returns the approvers who can still do something about it. */
  private List<String> canAct(Waiting waiting) {
    return approval.approvers().in(waiting.group(approval.steering())).stream()
        .filter(one -> waiting.without().stream().noneMatch(one.names()::contains))
        .map(Approver::name)
        .sorted()
        .toList();
  }

  private static UnderWayJson json(UnderWay one) {
    OperationState state = one.state();
    return new UnderWayJson(
        state.cluster().value(),
        state.operation(),
        state.title(),
        state.phase().words(),
        state.since(),
        one.head().lines());
  }
}
