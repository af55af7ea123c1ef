package io.quorate.head;

import io.quorate.approval.Approval;
import io.quorate.approval.Decision;
import io.quorate.approval.Door;
import io.quorate.approval.Question;
import io.quorate.approval.Requirement;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.Briefing;
import io.quorate.operation.Found;
import io.quorate.operation.LossSummary;
import io.quorate.operation.Notice;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.OperationState.Choice;
import io.quorate.operation.Phase;
import io.quorate.operation.PlanInBrief;
import io.quorate.operation.RequesterKind;
import io.quorate.operation.StepState;
import io.quorate.operation.StepState.Progress;
import io.quorate.step.Hazard;
import io.quorate.step.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An operation that waits for two approvers of a restore, and what becomes of it. */
final class Matter {
  static final Instant LOOKED = Instant.parse("2026-11-21T03:04:00Z");
  static final Instant NOW = Instant.parse("2026-11-21T03:16:00Z");
  static final String DIGEST = "7f3a91c2d4e5f607";

  static final PlanInBrief RESTORE =
      new PlanInBrief(
          new Found(
              "quorum is lost",
              Optional.of(Instant.parse("2026-11-21T03:02:00Z")),
              "All writes fail.",
              "2 of 3 voters are missing: etcd-1 and etcd-2.",
              LOOKED,
              Optional.of(Instant.parse("2026-11-21T03:02:00Z"))),
          "restore the snapshot of 02:55 as a new cluster",
          "every write after 02:55, how many is unknown; at least 534 are known to be lost",
          "Loses at least 534 writes.");

  private static final LossSummary LOSS =
      new LossSummary(
          "x.db",
          Optional.empty(),
          Optional.empty(),
          Optional.of(534L),
          Optional.empty(),
          LossSummary.Window.UNKNOWN,
          List.of(),
          Optional.empty());

  private final Phase phase;
  private final String because;
  private final Optional<PlanInBrief> plan;
  private final Approval approval;
  private final String requestedBy;
  private final Optional<Reason> reason;
  private final Optional<List<StepState>> own;
  private final List<Notice> topics;

  private Matter(
      Phase phase,
      String because,
      Optional<PlanInBrief> plan,
      Approval approval,
      String requestedBy) {
    this(
        phase, because, plan, approval, requestedBy, Optional.empty(), Optional.empty(), List.of());
  }

  private Matter(
      Phase phase,
      String because,
      Optional<PlanInBrief> plan,
      Approval approval,
      String requestedBy,
      Optional<Reason> reason,
      Optional<List<StepState>> own,
      List<Notice> topics) {
    this.topics = topics;
    this.reason = reason;
    this.own = own;
    this.phase = phase;
    this.because = because;
    this.plan = plan;
    this.approval = approval;
    this.requestedBy = requestedBy;
  }

  static Matter asked() {
    return new Matter(
        Phase.WAITING_FOR_APPROVAL,
        "Restore payments from x.db",
        Optional.of(RESTORE),
        Approval.of(question(OperationRequest.askedBy("etcdInsufficientMembers"))),
        OperationRequest.askedBy("etcdInsufficientMembers"));
  }

  private static Question question(String requester) {
    return new Question(
        "payments.5f0c2d11.1",
        DIGEST,
        new Requirement(2, Optional.of("oncall")),
        requester,
        LOOKED,
        LOOKED.plus(Duration.ofHours(4)),
        Optional.of("payments"));
  }

  Matter by(String who) {
    return new Matter(phase, because, plan, Approval.of(question(who)), who);
  }

  Matter about(PlanInBrief other) {
    return new Matter(phase, because, Optional.of(other), approval, requestedBy);
  }

  Matter withoutPlan() {
    return new Matter(phase, because, Optional.empty(), approval, requestedBy);
  }

  Matter in(Phase next, String why) {
    return new Matter(next, why, plan, approval, requestedBy);
  }

  /** Returns this matter with a reason that has a code; call it last, only steps come after. */
  Matter because(Reason why) {
    return new Matter(phase, because, plan, approval, requestedBy, Optional.of(why), own, topics);
  }

  /** The same with these steps; said last. */
  Matter with(StepState... steps) {
    return new Matter(
        phase, because, plan, approval, requestedBy, reason, Optional.of(List.of(steps)), topics);
  }

  /** The same with this notice; said after everything but the steps. */
  Matter noticed(String topic, String sentence) {
    return new Matter(
        phase,
        because,
        plan,
        approval,
        requestedBy,
        reason,
        own,
        List.of(new Notice(topic, sentence, false)));
  }

  Matter ended(Approval.State how) {
    return new Matter(
        phase,
        because,
        plan,
        new Approval(
            approval.question(), how, approval.decisions(), approval.refused(), Optional.empty()),
        requestedBy);
  }

  Matter decided(String who, Decision.Kind kind, Door door, String reason, String at) {
    Decision decision =
        new Decision(
            DIGEST,
            who,
            Set.of("oncall"),
            door,
            kind,
            reason,
            Instant.parse("2026-11-21T" + at + ":00Z"),
            Optional.of("payments"),
            Optional.empty(),
            Optional.empty());
    return new Matter(phase, because, plan, approval.decide(decision).approval(), requestedBy);
  }

  Matter yes(String who, Door door, String at) {
    return decided(who, Decision.Kind.APPROVE, door, "", at);
  }

  OperationState state() {
    return new OperationState(
        "payments.5f0c2d11",
        new ClusterKey("payments"),
        "majority-recovery",
        "payments: quorum lost",
        requestedBy,
        LOOKED,
        phase,
        because,
        NOW,
        1,
        Optional.empty(),
        plan.map(known -> briefing(known, own.map(any -> LOSS))),
        own.orElseGet(this::steps),
        plan.isPresent() ? List.of(approval) : List.of(),
        List.of(),
        phase == Phase.PARKED
            ? List.of(new Choice("retry", "start it again"), new Choice("abort", "end here"))
            : List.of(),
        topics,
        OperationRequest.isAlert(requestedBy) ? RequesterKind.ALERT : RequesterKind.UNVERIFIED,
        reason,
        Optional.empty(),
        Optional.empty());
  }

  private static Briefing briefing(PlanInBrief plan, Optional<LossSummary> loss) {
    return new Briefing(
        "quorum-lost",
        "Quorum is lost: only 1 of 3 voters can come back with data, 2 are needed.",
        "Restore payments from x.db",
        DIGEST,
        List.of(),
        List.of(),
        "",
        "",
        "Acknowledged writes are lost: all that is not in the source.",
        List.of(),
        "",
        "2 of oncall",
        loss,
        Optional.of(plan),
        Optional.empty());
  }

  private List<StepState> steps() {
    List<StepState> steps = new ArrayList<>();
    steps.add(step("Ask 2 approvers", Hazard.OBSERVES, Progress.DONE));
    Progress second =
        switch (phase) {
          case RUNNING -> Progress.RUNNING;
          case STOPPED -> Progress.DONE;
          case PARKED -> Progress.FAILED;
          default -> Progress.PENDING;
        };
    steps.add(step("Start etcd-0 as the new cluster 9bc0125eb4a2dba3", Hazard.DESTRUCTIVE, second));
    return plan.isPresent() ? steps : List.of();
  }

  private static StepState step(String sentence, Hazard hazard, Progress progress) {
    return new StepState(
        "step", sentence, hazard, progress, Optional.empty(), Optional.empty(), Optional.empty());
  }
}
