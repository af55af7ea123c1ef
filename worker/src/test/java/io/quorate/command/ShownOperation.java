package io.quorate.command;

import io.quorate.approval.Approval;
import io.quorate.approval.Question;
import io.quorate.approval.Requirement;
import io.quorate.cluster.ClusterKey;
import io.quorate.head.Head;
import io.quorate.operation.Briefing;
import io.quorate.operation.LossSummary;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.RequesterKind;
import io.quorate.operation.StepState;
import io.quorate.step.Hazard;
import io.quorate.wire.Json;
import io.quorate.wire.ShowJson;
import java.util.List;
import java.util.Optional;

/** Answer of the gateway about one operation, as JSON. */
final class ShownOperation {
  private ShownOperation() {}

  static String json(Phase phase) {
    return json(phase, Optional.empty());
  }

  /** An operation; one whose approvers have to type a name is a recovery that costs writes. */
  static String json(Phase phase, Optional<String> typed) {
    String digest = "7f3a91c2".repeat(8);
    Question question =
        new Question(
            "payments.5f0c2d11.1",
            digest,
            Requirement.anybody(1),
            "dana",
            Desk.START,
            Desk.START.plusSeconds(4 * 3600),
            typed);
    StepState step =
        new StepState(
            "remove-member",
            "Remove member etcd-1",
            Hazard.IRREVERSIBLE,
            StepState.Progress.DONE,
            Optional.of(Desk.START),
            Optional.of(Desk.START.plusMillis(300)),
            Optional.of("gone from the list"));
    OperationState state =
        new OperationState(
            "payments.5f0c2d11",
            new ClusterKey("payments"),
            "minority-replace",
            "payments: replace etcd-1",
            "dana",
            Desk.START,
            phase,
            "all is well",
            Desk.START,
            1,
            Optional.of("one approver"),
            Optional.of(briefing(digest, typed.map(any -> loss()))),
            List.of(step),
            phase == Phase.WAITING_FOR_APPROVAL ? List.of(Approval.of(question)) : List.of(),
            List.of(),
            phase == Phase.PARKED
                ? List.of(new OperationState.Choice("retry", "start it again"))
                : List.of(),
            List.of(),
            RequesterKind.UNVERIFIED,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return Json.text(
        ShowJson.of(state, Head.of(state, Desk.START.plusSeconds(60), Optional.empty())));
  }

  private static LossSummary loss() {
    return new LossSummary(
        "the data of etcd-2",
        Optional.of(90L),
        Optional.of(120L),
        Optional.of(30L),
        Optional.empty(),
        new LossSummary.Window(Optional.of(Desk.START), Optional.empty()),
        List.of("30 revisions are certainly lost."),
        Optional.empty());
  }

  private static Briefing briefing(String digest, Optional<LossSummary> loss) {
    return new Briefing(
        "minority-lost",
        "etcd-1 is lost.",
        "Replace etcd-1 of payments",
        digest,
        List.of("MEMBER"),
        List.of(" 1  Remove member etcd-1   cannot be undone"),
        "now 0 · during 0 · after 1",
        "No snapshot.",
        "Nothing is lost.",
        List.of(),
        "Remove member etcd-1",
        "1 of: oncall",
        loss,
        Optional.empty(),
        Optional.empty());
  }
}
