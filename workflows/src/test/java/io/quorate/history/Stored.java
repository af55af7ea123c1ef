package io.quorate.history;

import io.quorate.approval.Approval;
import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Decision;
import io.quorate.approval.DecisionAnswer;
import io.quorate.approval.Door;
import io.quorate.approval.Identity;
import io.quorate.approval.Question;
import io.quorate.approval.Requirement;
import io.quorate.causes.CommonCause;
import io.quorate.causes.FleetTroubles;
import io.quorate.causes.FleetTroubles.OpenCause;
import io.quorate.causes.SharedAttribute;
import io.quorate.causes.TroubledCluster;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.diagnosis.Writes;
import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.Alert;
import io.quorate.operation.AlertGroup;
import io.quorate.operation.AskedAgain;
import io.quorate.operation.Assessment;
import io.quorate.operation.AssessmentOrder;
import io.quorate.operation.Briefing;
import io.quorate.operation.ClusterStand;
import io.quorate.operation.DatedMemory;
import io.quorate.operation.Found;
import io.quorate.operation.IncidentCourse;
import io.quorate.operation.IncidentLimits;
import io.quorate.operation.IncidentMemory;
import io.quorate.operation.IncidentState;
import io.quorate.operation.IncidentWish;
import io.quorate.operation.Limits;
import io.quorate.operation.LossSummary;
import io.quorate.operation.Notice;
import io.quorate.operation.NotifierProgress;
import io.quorate.operation.NotifierSubject;
import io.quorate.operation.OperationEnd;
import io.quorate.operation.OperationHold;
import io.quorate.operation.OperationMemory;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.PlaceOrder;
import io.quorate.operation.PlanInBrief;
import io.quorate.operation.Proposals;
import io.quorate.operation.RecordedPlan;
import io.quorate.operation.RecordedUndo;
import io.quorate.operation.ReportOrder;
import io.quorate.operation.Request;
import io.quorate.operation.RequesterKind;
import io.quorate.operation.Restraint;
import io.quorate.operation.RoundMemory;
import io.quorate.operation.SaidSilence;
import io.quorate.operation.SilencedFinding;
import io.quorate.operation.SilencedFindings;
import io.quorate.operation.Steered;
import io.quorate.operation.StepOrder;
import io.quorate.operation.StepState;
import io.quorate.operation.Taken;
import io.quorate.operation.WatchOrder;
import io.quorate.operation.WatchOrder.Parked.Cause;
import io.quorate.operation.WatchReport;
import io.quorate.operation.WatchedShard;
import io.quorate.places.PlaceAnswer;
import io.quorate.places.PlaceLimits;
import io.quorate.places.PlaceRank;
import io.quorate.places.PlaceRequest;
import io.quorate.places.PlaceWish;
import io.quorate.places.PlacedOperations;
import io.quorate.places.Places;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.StepResult;
import io.quorate.record.ObservationMemory;
import io.quorate.recording.Attempts;
import io.quorate.recording.Recording;
import io.quorate.step.ApprovalTerms;
import io.quorate.step.Hazard;
import io.quorate.step.Joins.AddLearner;
import io.quorate.step.Reason;
import io.quorate.workflow.Diagnosed;
import io.quorate.workflow.DiagnosisOrder;
import io.quorate.workflow.DiagnosisWatch;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One value of everything that enters a history, by the name of its golden file. */
final class Stored {
  private static final Instant NOW = DrawnCluster.NOW;
  private static final ClusterKey MAIN = new ClusterKey("main");
  private static final MemberName LOST = new MemberName("etcd-1");
  private static final MemberId ID = new MemberId(0xa001);

  private Stored() {}

  static Map<String, Object> values() {
    Map<String, Object> values = new TreeMap<>();
    values.put("step-order", order(StoredPlans.plan(), 3));
    values.put(
        "step-result",
        new Recording("0.1")
            .result(
                StepResult.done("read back").adding(LOST, ID),
                new AddLearner(LOST, "http://etcd-1:2380").sentence()));
    values.put("steps", StoredPlans.everything());
    values.put("assessment-everything", assessment(StoredPlans.everything()));
    values.put("watch-order", watchOrder());
    values.put(
        "watch-report",
        new WatchReport(
            "It differs.",
            Optional.of(Cause.GONE),
            recorded().steps().stream().flatMap(step -> step.undo().stream()).findFirst()));
    values.put(
        "watched-shard",
        new WatchedShard(
            17,
            156,
            Optional.of(NOW),
            List.of(
                new WatchedShard.Troubled(
                    MAIN, "member-stopped", NOW, NOW, "etcd-1 does not run.", true),
                new WatchedShard.Troubled(
                    MAIN,
                    "leader-flapping",
                    NOW,
                    NOW,
                    "The leader changes again and again.",
                    true,
                    Optional.of(
                        new WatchedShard.Standing(
                            "etcd-1", "now", Optional.of(false), Optional.of(List.of("etcd-1")))))),
            2,
            List.of(MAIN),
            Optional.of(
                List.of(
                    new WatchedShard.Alike(
                        new ClusterStand(
                            "member-stopped",
                            "etcd-1 does not run.",
                            Optional.of("member-restart"),
                            3,
                            0,
                            List.of("3.5.16"),
                            List.of("a"),
                            Optional.of(List.of("east"))),
                        Map.of("main", NOW))))));
    values.put("silenced-finding", silenced());
    values.put("said-silence", new SaidSilence(silenced(), NOW, Optional.of(silenced())));
    values.put(
        "silenced-findings",
        new SilencedFindings(
            List.of(silenced()),
            Optional.of(List.of(new SaidSilence(silenced(), NOW, Optional.empty())))));
    values.put("operation-memory", memory());
    values.put("troubled-cluster", troubled());
    values.put("open-cause", openCause());
    values.put("fleet-troubles", new FleetTroubles(List.of(troubled()), List.of(openCause())));
    values.put("place-order", new PlaceOrder(order(StoredPlans.plan(), 3), NOW, true));
    values.put("place-request", new PlaceRequest(wish("disk"), PlaceLimits.STANDARD));
    values.put("place-answer", new PlaceAnswer("main.0a1b2c3d", true, "it has its place"));
    values.put("placed-operations", new PlacedOperations(List.of(wish("disk"))));
    values.put(
        "places", new Places(PlaceLimits.STANDARD, List.of(wish("disk")), List.of(wish("bucket"))));
    values.put(
        "attempts",
        new Attempts(
            "copying",
            1,
            2,
            Optional.of(NOW),
            Duration.ofSeconds(40),
            Optional.of(NOW),
            Attempts.Outcome.UNKNOWN));
    values.put("assessment-plan", assessment(StoredPlans.plan()));
    values.put(
        "assessment-not-yet", assessment(new Prescription.NotYet(reason("not long enough"), NOW)));
    values.put(
        "assessment-nothing",
        assessment(new Prescription.NothingToDo(reason("all is well")).thenBy("restore-drill")));
    values.put("assessment-refusal", assessment(new Prescription.Refusal(reason("it is alive"))));
    values.put("assessment-order", asked());
    values.put(
        "operation-request",
        new OperationRequest(
            MAIN,
            "minority-replace",
            Map.of("member", List.of("etcd-1")),
            "alice",
            "main: replace etcd-1",
            new DatedMemory(remembered(), NOW),
            RequesterKind.PERSON,
            Optional.of(Duration.ofMinutes(5)),
            Optional.of(askedAgain())));
    values.put("asked-again", askedAgain());
    values.put("operation-state", state());
    values.put("decision", decision());
    values.put("decision-answer", DecisionAnswer.refused("Not recorded."));
    values.put(
        "request",
        new Request(
            Request.Verb.ABORT,
            "bob",
            "wrong host",
            Optional.of(Door.SLACK),
            Optional.of("1.7.1763780400"),
            Optional.of(Request.Ends.WAIT)));
    values.put("request-answer", new Request.Answer(true, "It goes on."));
    values.put("alert", alert());
    values.put("alert-group", new AlertGroup(List.of(alert())));
    values.put("remembered", remembered());
    values.put(
        "diagnosed",
        new Diagnosed(
            "minority-lost",
            "etcd-1 is lost.",
            Diagnosed.Verdict.IN_TROUBLE,
            Optional.of("minority-replace"),
            remembered(),
            "minority-lost: etcd-1 LOST",
            Optional.of("0.1"),
            Optional.of(NOW),
            Optional.of(0),
            Optional.of(
                new Restraint(
                    Restraint.Kind.HOUR_OF_QUIET, "Not proposed yet: done 40 min ago.", NOW))));
    values.put(
        "incident-state",
        new IncidentState(
            MAIN,
            NOW,
            true,
            "etcd-1 is lost.",
            "Under way: main.0a1b2c3d.",
            Optional.of("main.0a1b2c3d"),
            Optional.of(NOW),
            List.of(alert()),
            2,
            Optional.of(NOW),
            Optional.of(NOW),
            Optional.of(taken()),
            Optional.of(Writes.IMPOSSIBLE),
            Optional.of(IncidentCourse.ANSWERED)));
    values.put(
        "incident-memory",
        new IncidentMemory(
            NOW,
            new DatedMemory(remembered(), NOW),
            "etcd-1 is lost.",
            new Proposals.Memory(
                Optional.of("main.0a1b2c3d"),
                true,
                Optional.of(NOW),
                Optional.of(operationEnd()),
                List.of("minority-lost: etcd-1 LOST"),
                2,
                "minority-lost: etcd-1 LOST",
                Optional.of(0),
                Optional.of("quorum-lost")),
            List.of(alert()),
            List.of(alert().episode()),
            Optional.of(new IncidentMemory.Told(2, "quorum-lost", NOW)),
            Optional.of(NOW),
            Optional.of(taken()),
            Optional.of(NOW),
            Optional.of(new AskedAgain("dana", "Slack", NOW, Optional.of("the disk is back"))),
            Optional.of(operationHold())));
    values.put("operation-end", operationEnd());
    values.put("taken", taken());
    values.put("operation-hold", operationHold());
    values.put("incident-wish", new IncidentWish("majority-recovery", "Quorum is lost."));
    values.put(
        "diagnosis-order",
        new DiagnosisOrder(MAIN, new DatedMemory(remembered(), NOW), Optional.of(NOW)));
    values.put(
        "diagnosis-watch",
        new DiagnosisWatch(
            MAIN,
            new DatedMemory(remembered(), NOW),
            "minority-lost: etcd-1 LOST",
            24,
            Duration.ofHours(6)));
    values.put("dated-memory", new DatedMemory(remembered(), NOW));
    values.put(
        "notifier-subject",
        new NotifierSubject(
            NotifierSubject.Kind.OPERATION,
            MAIN,
            "main.0a1b2c3d",
            "operation/main",
            "5f0c2d11-0000-4000-8000-00000a1b2c3d"));
    values.put(
        "notifier-progress",
        new NotifierProgress(
            Map.of("message", "C0123/1700000000.000100"),
            Optional.of("Slack is away"),
            2,
            Optional.of(NOW),
            Optional.of(NOW),
            Optional.of(new NotifierProgress.Matter("question", NOW)),
            Optional.of(NOW)));
    values.put("incident-limits", IncidentLimits.OF_THIS_RELEASE);
    values.put("reason", reason("its port is in use"));
    values.put(
        "report-order",
        new ReportOrder(MAIN, ReportOrder.Kind.INCIDENT, "main.0a1b2c3d", ReportOrder.End.OVER));
    return values;
  }

  private static Reason reason(String headline) {
    return new Reason("code-of-the-reason", headline, List.of("Look at its host."));
  }

  private static OperationHold operationHold() {
    return new OperationHold(
        new ClusterKey("main"),
        "main.0a1b2c3d",
        "rolling-restart",
        "parked",
        "stopped at step 4 of 9",
        List.of("retry", "abort"),
        false);
  }

  private static Taken taken() {
    return new Taken("dana", "Slack", NOW);
  }

  private static AskedAgain askedAgain() {
    return new AskedAgain("dana", "command line", NOW, Optional.of("the disk is back"));
  }

  private static OperationEnd operationEnd() {
    return new OperationEnd(
        "main.0a1b2c3d",
        "EXPIRED",
        Optional.of("minority-replace"),
        Optional.of("minority-lost"),
        Optional.of(taken()));
  }

  private static final Map<String, Class<?>> KINDS =
      values().entrySet().stream()
          .collect(Collectors.toMap(Map.Entry::getKey, stored -> stored.getValue().getClass()));

  /** The type of a payload, by the name of its golden file. */
  static Class<?> kind(Path golden) {
    String name = golden.getFileName().toString().replace(".json", "");
    return Optional.ofNullable(KINDS.get(name)).orElseThrow();
  }

  /** The types of all payloads. */
  static Set<Class<?>> kinds() {
    return Set.copyOf(KINDS.values());
  }

  private static SilencedFinding silenced() {
    return new SilencedFinding(
        MAIN, "slow-disk", "dana", "the disk is ordered", NOW, Optional.of("etcd-1"));
  }

  private static Assessment assessment(Prescription prescription) {
    return new Recording("0.1")
        .assessment(
            prescription,
            StoredPlans.drawn().view(),
            new ApprovalPolicy(Map.of(), Duration.ofHours(4)),
            Assessment.Channel.CONFIGURED,
            NOW);
  }

  private static RecordedPlan recorded() {
    return new Recording("0.1")
        .plan(StoredPlans.plan(), DiagnosisTable.diagnose(StoredPlans.drawn().view()));
  }

  private static StepOrder order(Plan plan, int index) {
    RecordedPlan recorded = recorded();
    return new StepOrder(
        "main.0a1b2c3d",
        MAIN,
        recorded.release(),
        recorded.digest(),
        OpaqueValues.of(plan),
        plan.steps().get(index).sentence(),
        index,
        Map.of(LOST.value(), ID.toString()),
        Optional.of(
            new StepOrder.TakeBack(
                recorded.steps().stream()
                    .flatMap(step -> step.undo().stream())
                    .map(RecordedUndo::step)
                    .toList(),
                0)),
        Optional.of(NOW),
        Optional.of(NOW));
  }

  private static AssessmentOrder asked() {
    return new AssessmentOrder(
        MAIN,
        "minority-replace",
        Map.of("member", List.of("etcd-1")),
        OpaqueValues.of(new DatedMemory(remembered(), NOW)),
        new DatedMemory(remembered(), NOW),
        "alice",
        Optional.of("main.1a2b3c4d"));
  }

  private static WatchOrder watchOrder() {
    return new WatchOrder(
        asked(), order(StoredPlans.plan(), 3), Optional.of(new WatchOrder.Parked(Cause.THERE)));
  }

  private static OperationMemory memory() {
    Request pause =
        new Request(Request.Verb.PAUSE, "bob", "lunch", Optional.empty(), Optional.empty());
    return new OperationMemory(
        state(),
        new OperationMemory.Shown(
            Map.of("change", "a notice"),
            List.of("without step 1"),
            true,
            Optional.of("Remove a member")),
        new OperationMemory.Asked(
            Optional.of(pause),
            Optional.of(
                new Request(
                    Request.Verb.ABORT, "bob", "wrong host", Optional.empty(), Optional.empty())),
            Optional.of(
                new Request(Request.Verb.RETRY, "bob", "", Optional.empty(), Optional.empty())),
            Optional.of(
                new Request(Request.Verb.CONTINUE, "bob", "", Optional.empty(), Optional.empty())),
            List.of(new OperationMemory.Answered("click-1", true, "Recorded."))),
        Map.of("member", List.of("etcd-1")),
        new OperationMemory.Spent(1, 2),
        " all is well",
        Optional.of(Limits.STANDARD),
        Optional.of(NOW),
        OpaqueValues.of(new DatedMemory(remembered(), NOW)),
        Optional.of(
            new RoundMemory(
                recorded(),
                3,
                Map.of(LOST.value(), ID.toString()),
                true,
                "read back",
                Optional.of(NOW),
                Optional.of("port in use"))),
        Optional.of(OperationMemory.PlaceMemory.GIVEN));
  }

  private static TroubledCluster troubled() {
    return new TroubledCluster(MAIN, NOW, -1, List.of(new SharedAttribute("zone=b", 60)));
  }

  private static OpenCause openCause() {
    return new OpenCause(new CommonCause("zone=b", 60, List.of(MAIN), NOW), NOW, Optional.of(NOW));
  }

  private static PlaceWish wish(String store) {
    return new PlaceWish(
        "main.0a1b2c3d", MAIN, PlaceRank.MARGIN_ZERO, NOW, List.of("zone b"), Optional.of(store));
  }

  private static ObservationMemory remembered() {
    return new ObservationMemory("shape", Optional.of(NOW), Map.of(LOST, NOW), Map.of(LOST, NOW));
  }

  private static Decision decision() {
    return new Decision(
        StoredPlans.plan().digest(),
        "dana",
        Set.of("oncall"),
        Door.SLACK,
        Decision.Kind.APPROVE,
        "go on",
        NOW,
        Optional.of("main"),
        Optional.of("main.0a1b2c3d.1"),
        Optional.of(Identity.SLACK));
  }

  private static Alert alert() {
    return new Alert(
        "QuorateWatchLeaderFlapping",
        "quorate-watch/leader-flapping",
        NOW,
        true,
        Optional.of(
            new Alert.Standing(
                "leader-flapping",
                "etcd-1",
                "The leader changes again and again.",
                NOW.plusSeconds(3600),
                Optional.of("soon"),
                Optional.of(
                    "silenced by dana until 2026-11-22T00:00:00Z, because: more disk comes"),
                Optional.of(List.of("etcd-1")))));
  }

  private static LossSummary loss() {
    return new LossSummary(
        "the data of etcd-2",
        Optional.of(90L),
        Optional.of(120L),
        Optional.of(30L),
        Optional.of(31L),
        new LossSummary.Window(Optional.of(NOW), Optional.of(NOW.plusSeconds(60))),
        List.of("30 revisions are certainly lost."),
        Optional.of(140L));
  }

  private static OperationState state() {
    Question question =
        new Question(
            "main.0a1b2c3d.1",
            StoredPlans.plan().digest(),
            new Requirement(2, Optional.of("oncall"), Optional.of(new ApprovalTerms(1, true))),
            "alice",
            NOW,
            NOW.plus(Duration.ofHours(4)),
            Optional.of("main"));
    Approval approval =
        new Approval(
            question,
            Approval.State.APPROVED,
            List.of(decision()),
            List.of(new Approval.RefusedDecision(decision(), "not you")),
            Optional.of("why it is void"));
    return new OperationState(
        "main.0a1b2c3d",
        MAIN,
        "minority-replace",
        "main: replace etcd-1",
        "alice",
        NOW,
        Phase.PARKED,
        "stopped at step 7",
        NOW,
        1,
        Optional.of("retry or abort"),
        Optional.of(
            new Briefing(
                "minority-lost",
                "etcd-1 is lost.",
                "Replace etcd-1 of main",
                StoredPlans.plan().digest(),
                List.of("MEMBER"),
                List.of("1 Save a snapshot"),
                "now 0",
                "none",
                "nothing is lost",
                List.of("a warning"),
                "Remove etcd-1",
                "1 of oncall",
                Optional.of(loss()),
                Optional.of(
                    new PlanInBrief(
                        new Found(
                            "etcd-1 is lost",
                            Optional.of(NOW),
                            "One more loss stops all writes.",
                            "Its process is gone.",
                            NOW,
                            Optional.of(NOW)),
                        "replace etcd-1",
                        "no acknowledged write",
                        "Loses no acknowledged write.")),
                Optional.of("minority-lost: etcd-1 LOST"))),
        List.of(
            new StepState(
                "start-member",
                "Start etcd-1",
                Hazard.REVERSIBLE,
                StepState.Progress.FAILED,
                Optional.of(NOW),
                Optional.of(NOW),
                Optional.of("port in use"))),
        List.of(approval),
        List.of("a notice"),
        List.of(new OperationState.Choice("retry", "do it again")),
        List.of(
            new Notice("cause 1763780400", "what stopped it is gone", true),
            new Notice("change", "a notice", false)),
        RequesterKind.UNVERIFIED,
        Optional.of(reason("its port is in use")),
        Optional.of(taken()),
        Optional.of(
            List.of(
                new Steered(
                    1,
                    Steered.Deed.RETRIED,
                    "bob",
                    Optional.of(Door.PAGE),
                    "the port is free",
                    NOW,
                    "It tries again.",
                    Optional.of("stopped at step 7"),
                    Optional.of(NOW)))));
  }
}
