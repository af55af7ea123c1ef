package io.quorate.gateway.http;

import io.quorate.approval.Approval;
import io.quorate.approval.Question;
import io.quorate.approval.Requirement;
import io.quorate.operation.Briefing;
import io.quorate.operation.Found;
import io.quorate.operation.LossSummary;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.OperationState.Choice;
import io.quorate.operation.Phase;
import io.quorate.operation.PlanInBrief;
import io.quorate.operation.StepState;
import io.quorate.operation.Taken;
import io.quorate.step.Hazard;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a staged operation says of itself: a recovery from a snapshot where data can be lost, else
 * the replacement of a lost member.
 *
 * @param at when the operation began
 */
record Stages(OperationRequest request, String operation, Instant at) {
  private static final String DIGEST = "7f3a91c2".repeat(8);
  private static final String SNAPSHOT = "20261129T025500Z-payments-48002.db";

  private boolean recovers() {
    return request.runbook().equals("majority-recovery");
  }

  Question question(Instant now) {
    return new Question(
        operation + ".1",
        DIGEST,
        Requirement.anybody(recovers() ? 2 : 1),
        request.requestedBy(),
        now,
        now.plusSeconds(14_400),
        recovers() ? Optional.of(request.cluster().value()) : Optional.empty());
  }

  OperationState state(
      Phase phase, Instant since, Optional<Approval> approval, Optional<Taken> taken) {
    return new OperationState(
        operation,
        request.cluster(),
        request.runbook(),
        request.title(),
        request.requestedBy(),
        at,
        phase,
        because(phase),
        since,
        1,
        Optional.empty(),
        phase == Phase.ASSESSING ? Optional.empty() : Optional.of(briefing()),
        steps(phase),
        List.copyOf(approval.stream().toList()),
        List.of(),
        phase == Phase.PARKED ? choices() : List.of(),
        List.of(),
        request.requester(),
        Optional.empty(),
        taken,
        Optional.empty());
  }

  private static String because(Phase phase) {
    return switch (phase) {
      case PARKED ->
          "Start etcd-1 failed four times: listen tcp 10.0.0.2:2380: bind: address already in use";
      case COMPLETED -> "3 voters, one leader, equal data at revision 48,990, no alarm.";
      case REJECTED -> "robin said no: not at night.";
      default -> "";
    };
  }

  private static List<Choice> choices() {
    return List.of(
        new Choice("retry", "do this step again, once you have removed the cause"),
        new Choice("skip", "go on without it, with a reason"),
        new Choice("abort", "remove the learner and end; the cluster stays at 2 voters, margin 0"));
  }

  private Briefing briefing() {
    return recovers() ? recovery() : replacement();
  }

  private Briefing replacement() {
    return new Briefing(
        "minority-lost",
        "etcd-1 is lost: its process is gone and its data directory is empty.",
        "Replace etcd-1 of " + request.cluster(),
        DIGEST,
        List.of(
            "MEMBER  ZONE  STATE                       VERSION  REVISION  BEHIND  DB",
            "etcd-0  a     voter, leader               3.6.16   48,211    0       21 MiB",
            "etcd-1  b     voter, lost since 03:02:11  -        -         -       -",
            "etcd-2  c     voter                       3.6.16   48,211    0       21 MiB"),
        List.of(),
        "now 0 · during 0 · after 1",
        "14 min ago: revision 48,002, verified.",
        "No acknowledged write can be lost while etcd-0 and etcd-2 stay up.",
        List.of("<b>Markup</b> in what hosts say is shown as it is."),
        "Remove member etcd-1 (8e9e05c52164694d)",
        "1 of: oncall",
        Optional.empty(),
        Optional.of(
            new PlanInBrief(
                found(
                    "etcd-1 is lost",
                    "One more loss stops all writes.",
                    "Its process is gone and its data directory is empty."),
                "replace etcd-1",
                "nothing, while etcd-0 and etcd-2 stay up",
                "")),
        Optional.empty());
  }

  private Found found(String wrong, String meaning, String detail) {
    Optional<Instant> since = Optional.of(at.minusSeconds(125));
    return new Found(
        wrong, since, meaning, detail, at, since.filter(any -> meaning.equals("All writes fail.")));
  }

  private Briefing recovery() {
    return new Briefing(
        "quorum-lost",
        "Quorum is lost: etcd-1 and etcd-2 are gone with their data. All writes fail.",
        "Restore " + request.cluster() + " from " + SNAPSHOT,
        DIGEST,
        List.of(
            "MEMBER  ZONE  STATE                       VERSION  REVISION  BEHIND  DB",
            "etcd-0  a     voter, no leader            3.6.16   48,536    0       21 MiB",
            "etcd-1  b     voter, lost since 03:02:11  -        -         -       -",
            "etcd-2  c     voter, lost since 03:02:14  -        -         -       -"),
        List.of(),
        "now -1 · during -1 · after 1",
        "14 min ago: revision 48,002, verified.",
        "Every write after 02:55 is lost, how many is unknown.",
        List.of(
            "Clients that watch must list again: revisions start anew.",
            "Leases are kept, their time begins anew."),
        "Restore the snapshot, start etcd-0 as a new cluster",
        "2 of: oncall",
        Optional.of(
            new LossSummary(
                "snapshot " + SNAPSHOT,
                Optional.of(48_002L),
                Optional.of(48_536L),
                Optional.of(534L),
                Optional.empty(),
                LossSummary.Window.UNKNOWN,
                List.of(
                    "Every write after 02:55 is lost, how many is unknown; at least 534 are known"
                        + " to be lost.",
                    "The old data directories are kept for 14 days."),
                Optional.empty())),
        Optional.of(
            new PlanInBrief(
                found(
                    "quorum is lost",
                    "All writes fail.",
                    "2 of 3 voters are missing: etcd-1 and etcd-2."),
                "restore the snapshot of 02:55 as a new cluster",
                "every write after 02:55, how many is unknown; at least 534 are known to be lost",
                "Loses at least 534 writes.")),
        Optional.empty());
  }

  private List<StepState> steps(Phase phase) {
    List<StepState> steps = new ArrayList<>();
    if (recovers()) {
      steps.add(pending("stop-member", "Stop etcd-0", Hazard.REVERSIBLE));
      steps.add(pending("set-aside", "Set the data of etcd-0 aside", Hazard.REVERSIBLE));
      steps.add(
          pending(
              "restore-snapshot",
              "Restore " + SNAPSHOT + " as a new cluster on etcd-0",
              Hazard.DESTRUCTIVE));
      steps.add(
          pending("start-member", "Start etcd-0 as a cluster of its own", Hazard.DESTRUCTIVE));
      steps.add(
          pending("grow", "Add etcd-1 and etcd-2 as learners, one by one", Hazard.REVERSIBLE));
      steps.add(
          pending("promote-member", "Promote etcd-1 and etcd-2 to voters", Hazard.IRREVERSIBLE));
      return steps;
    }
    steps.add(
        pending("save-snapshot", "Save a snapshot from etcd-2 and verify it", Hazard.OBSERVES)
            .begun(at)
            .ended(StepState.Progress.DONE, at.plusSeconds(2), "21 MiB, SHA-256 checked"));
    if (request.runbook().equals("backup")) {
      return steps;
    }
    steps.add(pending("hold-member", "Keep etcd-1 stopped", Hazard.REVERSIBLE));
    steps.add(pending("remove-member", "Remove member etcd-1", Hazard.IRREVERSIBLE));
    steps.add(started(phase));
    steps.add(pending("promote-member", "Promote etcd-1 to voter", Hazard.IRREVERSIBLE));
    StepState verify = pending("verify-cluster", "Verify: 3 voters", Hazard.OBSERVES);
    steps.add(
        phase == Phase.COMPLETED
            ? verify.begun(at).ended(StepState.Progress.DONE, at.plusSeconds(9), "3 of 3 vote")
            : verify);
    return steps;
  }

  private StepState started(Phase phase) {
    StepState start =
        pending("start-member", "Start etcd-1 with an empty data directory", Hazard.REVERSIBLE);
    return switch (phase) {
      case PARKED ->
          start
              .begun(at)
              .ended(
                  StepState.Progress.FAILED,
                  at.plusSeconds(48),
                  "listen tcp 10.0.0.2:2380: bind: address already in use");
      case RUNNING, PAUSED -> start.begun(at, "waits for its first answer");
      default -> start;
    };
  }

  private static StepState pending(String name, String sentence, Hazard hazard) {
    return new StepState(
        name,
        sentence,
        hazard,
        StepState.Progress.PENDING,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
