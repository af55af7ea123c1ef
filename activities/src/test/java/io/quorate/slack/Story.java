package io.quorate.slack;

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
import io.quorate.operation.Steered;
import io.quorate.operation.StepState;
import io.quorate.operation.StepState.Progress;
import io.quorate.operation.Taken;
import io.quorate.step.Hazard;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** One operation from the alert to its end, state by state: what a test starts from. */
final class Story {
  static final String DIGEST = "7f3a91c2d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f";

  private static final List<String> SENTENCES =
      List.of(
          "Save a snapshot from etcd-2 and verify it",
          "Ask one approver",
          "Keep etcd-1 stopped",
          "Remove member etcd-1 (8e9e05c52164694d)",
          "Start etcd-1 with an empty data directory",
          "Promote etcd-1 to voter");

  private static final List<String> NAMES =
      List.of(
          "save-snapshot",
          "ask-approval",
          "hold-member",
          "remove-member",
          "start-member",
          "promote-learner");

  private final String operation;
  private Phase phase = Phase.ASSESSING;
  private String because = "looking";
  private String requestedBy = "alert etcdMembersDown";
  private int round = 1;
  private List<StepState> steps = SENTENCES.stream().map(Story::pending).toList();
  private List<Approval> approvals = List.of();
  private List<Choice> choices = List.of();
  private List<String> warnings = List.of();
  private List<Notice> topics = List.of();
  private Optional<LossSummary> loss = Optional.empty();
  private Optional<String> typed = Optional.empty();
  private Optional<Taken> taken = Optional.empty();
  private List<Steered> deeds = List.of();
  private Optional<String> waitingOn = Optional.empty();

  private Story(String operation) {
    this.operation = operation;
  }

  private Story with(Consumer<Story> change) {
    Story story = new Story(operation);
    story.phase = phase;
    story.because = because;
    story.requestedBy = requestedBy;
    story.round = round;
    story.steps = steps;
    story.approvals = approvals;
    story.choices = choices;
    story.warnings = warnings;
    story.topics = topics;
    story.loss = loss;
    story.typed = typed;
    story.taken = taken;
    story.deeds = deeds;
    story.waitingOn = waitingOn;
    change.accept(story);
    return story;
  }

  static Story of(String operation) {
    return new Story(operation).step(1, Progress.DONE, "revision 48,002, SHA-256 checked");
  }

  /** Long past, since the contract tests look for messages posted after the operation began. */
  static Instant at(int second) {
    return Instant.parse("2025-11-21T03:02:00Z").plusSeconds(second);
  }

  private static StepState pending(String sentence) {
    int index = SENTENCES.indexOf(sentence);
    return new StepState(
        NAMES.get(index),
        sentence,
        index == 3 ? Hazard.IRREVERSIBLE : Hazard.REVERSIBLE,
        Progress.PENDING,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  Story asked() {
    return asked(DIGEST, Requirement.anybody(1));
  }

  Story asked(String digest, Requirement needed) {
    Question question =
        new Question(
            operation + "." + round,
            digest,
            needed,
            requestedBy,
            at(20),
            at(20).plus(Duration.ofHours(4)),
            typed);
    List<Approval> all = new ArrayList<>(approvals);
    all.add(Approval.of(question));
    return with(Phase.WAITING_FOR_APPROVAL, "waiting", all).step(2, Progress.RUNNING, "");
  }

  Story decided(String who, Decision.Kind kind, String reason) {
    Approval last = approvals.get(approvals.size() - 1);
    Decision decision =
        new Decision(
            DIGEST,
            who,
            Set.of("oncall"),
            Door.SLACK,
            kind,
            reason,
            at(132),
            typed,
            Optional.empty(),
            Optional.empty());
    return last(last.decide(decision).approval());
  }

  Story last(Approval approval) {
    List<Approval> all = new ArrayList<>(approvals.subList(0, approvals.size() - 1));
    all.add(approval);
    return with(approval.isOpen() ? phase : Phase.RUNNING, "going on", all);
  }

  Story step(int number, Progress progress, String evidence) {
    StepState step = steps.get(number - 1);
    boolean ended = progress != Progress.RUNNING;
    StepState next =
        new StepState(
            step.name(),
            step.sentence(),
            step.hazard(),
            progress,
            Optional.of(at(140 + 10 * number)),
            ended ? Optional.of(at(140 + 10 * number + 12)) : Optional.empty(),
            Optional.of(evidence).filter(words -> !words.isEmpty()));
    List<StepState> all = new ArrayList<>(steps);
    all.set(number - 1, next);
    return with(story -> story.steps = all);
  }

  Story round(int next) {
    return with(story -> story.round = next);
  }

  Story phase(Phase next, String why) {
    return with(next, why, approvals);
  }

  Story choices(Choice... all) {
    return with(story -> story.choices = List.of(all));
  }

  Story steered(Steered... all) {
    return with(story -> story.deeds = List.of(all));
  }

  /** Waits in the open, which a person can end. */
  Story waiting(String whom) {
    return with(story -> story.waitingOn = Optional.of(whom));
  }

  Story warned(List<String> all) {
    return with(story -> story.warnings = all);
  }

  Story noticed(Notice... all) {
    return with(story -> story.topics = List.of(all));
  }

  /**
   * Each who approves has to type the cluster's name, as where the requester may be one of them.
   */
  Story typing() {
    return with(story -> story.typed = Optional.of("payments"));
  }

  /** A recovery that costs this: its approvers have to type the cluster's name. */
  Story costing(String... lines) {
    LossSummary cost =
        new LossSummary(
            "the data of etcd-2",
            Optional.of(48_211L),
            Optional.of(48_290L),
            Optional.of(79L),
            Optional.empty(),
            LossSummary.Window.UNKNOWN,
            List.of(lines),
            Optional.empty());
    return typing()
        .with(
            story -> {
              story.loss = Optional.of(cost);
              story.steps =
                  steps.stream()
                      .map(step -> step.hazard() == Hazard.IRREVERSIBLE ? destroying(step) : step)
                      .toList();
            });
  }

  private static StepState destroying(StepState step) {
    return new StepState(
        step.name(),
        step.sentence(),
        Hazard.DESTRUCTIVE,
        step.progress(),
        step.startedAt(),
        step.endedAt(),
        step.evidence());
  }

  String operation() {
    return operation;
  }

  List<Approval> approvals() {
    return approvals;
  }

  Story by(String who) {
    return with(story -> story.requestedBy = who);
  }

  private Story with(Phase next, String why, List<Approval> all) {
    return with(
        story -> {
          story.phase = next;
          story.because = why;
          story.approvals = all;
        });
  }

  OperationState state() {
    return new OperationState(
        operation,
        new ClusterKey("payments"),
        "minority-replace",
        "payments: replace etcd-1",
        requestedBy,
        at(0),
        phase,
        because,
        at(212),
        round,
        waitingOn,
        Optional.of(briefing()),
        steps,
        approvals,
        topics.stream().filter(one -> !one.withdrawn()).map(Notice::sentence).toList(),
        choices,
        topics,
        OperationRequest.isAlert(requestedBy) ? RequesterKind.ALERT : RequesterKind.UNVERIFIED,
        Optional.empty(),
        taken,
        Optional.of(deeds));
  }

  private Briefing briefing() {
    return new Briefing(
        "minority-lost",
        "etcd-1 is lost: its process is gone and its data directory is empty. etcd-0 and etcd-2"
            + " hold quorum; one more loss stops all writes.",
        "Replace etcd-1 of payments",
        DIGEST,
        List.of(
            "MEMBER  ZONE  STATE                       VERSION  REVISION  BEHIND  DB",
            "etcd-0  a     voter, leader               3.6.16   48,211    0       21 MiB",
            "etcd-1  b     voter, lost since 03:02:11  -        -         -       -",
            "etcd-2  c     voter                       3.6.16   48,211    0       21 MiB"),
        List.of(
            " 1  Save a snapshot from etcd-2 and verify it   reads",
            " 2  Ask one approver                            -",
            " 3  Keep etcd-1 stopped                         can be undone",
            " 4  Remove member etcd-1 (8e9e05c52164694d)     cannot be undone  margin 0 -> 0",
            " 5  Start etcd-1 with an empty data directory   can be undone",
            " 6  Promote etcd-1 to voter                     cannot be undone  margin 0 -> 1"),
        "now 0 · during 0 · after 1",
        "Last snapshot 14 min ago: revision 48,002 or later, SHA-256 verified. Last drill 3 days"
            + " ago: 41 s, 38 s of data, a learner joined.",
        "No acknowledged write can be lost while etcd-0 and etcd-2 stay up.",
        warnings,
        "Remove member etcd-1 (8e9e05c52164694d); Promote etcd-1 to voter",
        "1 of: oncall",
        loss,
        Optional.of(inBrief()),
        Optional.empty());
  }

  private PlanInBrief inBrief() {
    return new PlanInBrief(
        new Found(
            "etcd-1 is lost",
            Optional.of(at(-300)),
            "One more loss stops all writes.",
            "Its process is gone and its data directory is empty.",
            at(0),
            Optional.empty()),
        "replace etcd-1",
        loss.isPresent()
            ? "every write after 03:01, how many is unknown; at least 79 are known to be lost"
            : "no acknowledged write while etcd-0 and etcd-2 stay up",
        loss.isPresent()
            ? "Loses at least 79 writes."
            : "Loses no acknowledged write while etcd-0 and etcd-2 stay up.");
  }
}
