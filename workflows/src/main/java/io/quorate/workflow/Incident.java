package io.quorate.workflow;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.Sentences;
import io.quorate.cluster.StableName;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.Alert;
import io.quorate.operation.AlertGroup;
import io.quorate.operation.AskedAgain;
import io.quorate.operation.DatedMemory;
import io.quorate.operation.EndedFindings;
import io.quorate.operation.FailedWrites;
import io.quorate.operation.FiringAlerts;
import io.quorate.operation.IncidentCourse;
import io.quorate.operation.IncidentLimits;
import io.quorate.operation.IncidentMemory;
import io.quorate.operation.IncidentState;
import io.quorate.operation.IncidentWish;
import io.quorate.operation.NotificationLog;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationEnd;
import io.quorate.operation.OperationHold;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.ProposalTitle;
import io.quorate.operation.Proposals;
import io.quorate.operation.Request;
import io.quorate.operation.RequesterKind;
import io.quorate.operation.Restraint;
import io.quorate.operation.Taken;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.ParentClosePolicy;
import io.temporal.failure.ChildWorkflowFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.ChildWorkflowStub;
import io.temporal.workflow.Promise;
import io.temporal.workflow.SignalExternalWorkflowException;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Incident of one cluster. The workflow only waits and starts operations; the diagnosis says what
 * is wrong.
 */
public final class Incident implements IncidentWorkflow {
  /** Pause before the incident repeats a wish; an operation forgets a wish after 10 minutes. */
  private static final Duration WANTS_AGAIN = Duration.ofMinutes(5);

  /** Change: a worse trouble begins the pauses anew, whatever people said about a milder one. */
  private static final String WORSE_BEGINS_ANEW = "worse-begins-anew";

  /** Change: a loss of quorum that is over is no measure of what is worse. */
  private static final String QUORUM_IS_NOTED = "quorum-is-noted";

  /** Change: people are reminded of trouble that no operation mends. */
  private static final String UNMENDED_IS_TOLD = "unmended-is-told";

  /**
   * Change: a wish to ask again lasts until something is proposed, also through looks that fail.
   */
  private static final String WISH_IS_KEPT = "wish-is-kept";

  /** Change: an end that comes while the report is written at the close is in a report, too. */
  private static final String LATE_END_IS_REPORTED = "late-end-is-reported";

  /**
   * Change: people are told again when a finding that stands becomes urgent for one subject more,
   * and soon, however long the pause is that other news waits for.
   */
  private static final String URGENCY_IS_TOLD = "urgency-is-told";

  /** Name of the trouble that people are told of when looks fail, in place of a diagnosis. */
  private static final String NOT_SEEN = "not-seen";

  private final ClusterKey cluster;
  private final IncidentMemory memory;
  private final FiringAlerts episodes = new FiringAlerts();
  private final EndedFindings ended = new EndedFindings();
  private final Proposals proposals = new Proposals();
  private final NotificationLog tellings = new NotificationLog();
  private final Deque<HeardEnd> ends = new ArrayDeque<>();
  private final IncidentReport report;
  private final TroubleTimes since;
  private Optional<IncidentLooks> looks = Optional.empty();
  private IncidentLimits limits;
  private IncidentCourse course = IncidentCourse.LOOKING;
  private Optional<OperationHold> hold;
  private String wantedFor = "";
  private Optional<Instant> wantedAgain = Optional.empty();
  private Optional<Taken> taken;
  private boolean accompanied;
  private Optional<AskedAgain> askedAgain = Optional.empty();
  private Instant alerted;
  private int news;
  private int firings;
  private final MarkedChanges changes = new MarkedChanges();

  /**
   * End of an operation, with the alerts of the incident at that time.
   *
   * @param known the alerts that had come by then; people did not decide about later ones
   */
  private record HeardEnd(OperationEnd end, List<Alert> known) {}

  /**
   * Creates the incident, which keeps alerts and ends of operations from here on, before its first
   * step.
   */
  @WorkflowInit
  public Incident(ClusterKey cluster, @Nullable IncidentMemory before) {
    this(cluster, before, IncidentLimits.OF_THIS_RELEASE);
  }

  /**
   * Creates an incident with other limits; the limits that the run's first worker recorded stay.
   */
  Incident(ClusterKey cluster, @Nullable IncidentMemory before, IncidentLimits limits) {
    this.cluster = cluster;
    this.report = new IncidentReport(cluster);
    this.limits = limits;
    this.alerted = Timers.now();
    this.memory = before == null ? IncidentMemory.opened(Timers.now()) : before;
    this.since = new TroubleTimes(memory);
    this.taken = memory.taken();
    this.askedAgain = memory.askedAgain();
    this.hold = memory.hold();
    tellings.restore(memory);
    episodes.restore(memory);
  }

  @Override
  public IncidentState run(ClusterKey of, @Nullable IncidentMemory before) {
    Workflow.upsertTypedSearchAttributes(OperationProgress.CLUSTER.valueSet(cluster.value()));
    IncidentLimits ofThisWorker = limits;
    limits = Workflow.sideEffect(IncidentLimits.class, () -> ofThisWorker);
    changes.open();
    proposals.restore(memory.proposals(), Timers.now(), limits);
    IncidentLooks looking = new IncidentLooks(cluster, memory.before(), memory.finding(), limits);
    looks = Optional.of(looking);
    boolean seen = false;
    while (true) {
      int newsBefore = news;
      int firingsBefore = firings;
      if (!seen || isOver(looking)) {
        looking.look(wantsComparison() ? Optional.of(alerted) : Optional.empty());
      }
      hearEnds(looking);
      since.note(looking, isOver(looking));
      if (looking.sawWhole()) {
        proposals.noteWhole();
        noteQuorum();
        askedAgain = askedAgain.filter(wish -> !keepsWishes());
      }
      if ((isOver(looking) || looking.isGone()) && !waitsForItsOperation()) {
        // An alert that came during the closing look may be younger than what the look saw, and an
        // operation may have ended during it. A look during the incident's own operation does not
        // compare the data of the voters, because the operation compares at its end.
        seen = false;
        boolean enough = looking.compared() || looking.isGone() || !wantsComparison();
        markChange();
        if (firings == firingsBefore && enough && reported(firingsBefore)) {
          Workflow.await(Workflow::isEveryHandlerFinished);
          course = IncidentCourse.CLOSED;
          return state();
        }
        continue;
      }
      decide(looking);
      seen =
          looking.watch(due(), looksSoon(), () -> news != newsBefore || isToEnd(), this::isToEnd);
      if (isToEnd() && isCarried()) {
        do {
          Workflow.await(Workflow::isEveryHandlerFinished);
          hearEnds(looking);
          report.await();
        } while (!ends.isEmpty());
      }
      if (isToEnd() && isCarried()) {
        Workflow.continueAsNew(cluster, memory(looking));
      }
    }
  }

  /** Returns whether the last look saw a whole cluster, and no finding stands. */
  private boolean isOver(IncidentLooks looking) {
    return looking.sawWhole() && standing().isEmpty();
  }

  private List<Alert.Standing> standing() {
    return episodes.standing(Timers.now());
  }

  /**
   * Returns whether the incident compares the data of the voters before it closes. A finding of the
   * watch is about something else, and the comparison delays writes.
   */
  private boolean wantsComparison() {
    return !waitsForItsOperation() && !episodes.areAllStanding();
  }

  /** Returns the trouble: what the last look saw or, in a whole cluster, the findings. */
  private Optional<Diagnosed> trouble(IncidentLooks looking) {
    List<Alert.Standing> standing = standing();
    return looking
        .last()
        .map(seen -> seen.whole() && !standing.isEmpty() ? seen.having(standing) : seen);
  }

  /**
   * Writes the report of the incident, which is about to close; returns whether it may: an alert
   * that fires meanwhile calls the writing off, and an operation that ends meanwhile is not in it.
   */
  private boolean reported(int firingsBefore) {
    limits.report().ifPresent(limit -> report.atClose(limit, () -> firings != firingsBefore));
    boolean late =
        !ends.isEmpty()
            && Workflow.getVersion(LATE_END_IS_REPORTED, Workflow.DEFAULT_VERSION, 1) == 1;
    return firings == firingsBefore && !late;
  }

  /** Whether the next run knows of a wish that is not fulfilled yet. */
  private boolean isCarried() {
    return askedAgain.isEmpty() || keepsWishes();
  }

  private static boolean keepsWishes() {
    return Workflow.getVersion(WISH_IS_KEPT, Workflow.DEFAULT_VERSION, 1) == 1;
  }

  private void hearEnds(IncidentLooks looking) {
    if (!ends.isEmpty()) {
      limits.report().ifPresent(report::soFar);
    }
    while (!ends.isEmpty()) {
      HeardEnd heard = ends.remove();
      wantNothing();
      taken = Taken.last(taken, heard.end().taken());
      Optional<String> runbook = trouble(looking).flatMap(Diagnosed::runbook);
      boolean answered = proposals.ended(heard.end(), runbook, Timers.now(), limits);
      if (answered && heard.end().isMended()) {
        noteQuorum();
      }
      Optional<String> seen = looking.seen().map(Diagnosed::name);
      if (answered && !proposals.leavesOutWorse(heard.end(), seen)) {
        episodes.markAnswered(heard.known());
        since.noteAnswered();
      }
    }
  }

  /**
   * Begins the pauses anew where the trouble has become worse than all that was proposed, and
   * forgets what people answered: they said nothing about this trouble.
   */
  private void noteWorse(Diagnosed found) {
    if (proposals.isWorse(found.margin())
        && Workflow.getVersion(WORSE_BEGINS_ANEW, Workflow.DEFAULT_VERSION, 1) == 1) {
      proposals.beginAnew(found.name(), found.margin());
      episodes.forgetAnswers();
    }
  }

  private void noteQuorum() {
    if (proposals.knowsLossOfQuorum()
        && Workflow.getVersion(QUORUM_IS_NOTED, Workflow.DEFAULT_VERSION, 1) == 1) {
      proposals.noteQuorum();
    }
  }

  /**
   * Returns whether a whole cluster's incident stays open for the end of its own operation, which
   * still verifies what it did: for a limited time since it was first seen whole.
   */
  private boolean waitsForItsOperation() {
    return proposals.isFollowingOwn()
        && since
            .whole()
            .map(at -> at.plus(limits.operation()))
            .map(limit -> Timers.now().isBefore(limit))
            .orElse(true);
  }

  /** Proposes an operation when one is due, and says what the incident does. */
  private void decide(IncidentLooks looking) {
    Optional<Diagnosed> trouble = trouble(looking).filter(found -> !found.whole());
    trouble.ifPresent(this::noteWorse);
    trouble.ifPresent(this::propose);
    askedAgain = askedAgain.filter(wish -> keepsWishes());
    trouble.ifPresent(this::wantOtherwise);
    course = course(looking);
    Instant now = Timers.now();
    tellings.note(unsaid(looking), now);
    if (course.isUnmended()) {
      since.noteUnmended(now);
    }
    boolean due = tellings.due(limits).filter(at -> !now.isBefore(at)).isPresent();
    boolean first = due && tellings.tell(now);
    if (first || remindsOfUnmended()) {
      accompany();
    }
    markChange();
  }

  /** Marks a change of what people and pagers see; a sentence changes without a mark. */
  private void markChange() {
    changes.mark(
        List.of(
            course,
            hold,
            proposals.operation(),
            taken,
            tellings.times(),
            looks.flatMap(this::trouble).map(Diagnosed::trouble),
            restraint().map(Restraint::until),
            since.writesFail(),
            since.unmended()));
  }

  private boolean remindsOfUnmended() {
    return !accompanied
        && course.isUnmended()
        && Workflow.getVersion(UNMENDED_IS_TOLD, Workflow.DEFAULT_VERSION, 1) == 1;
  }

  /** Starts the notifier once; it follows the incident until the incident is closed. */
  private void accompany() {
    if (!accompanied) {
      accompanied = true;
      Notifier.ofIncident(cluster);
    }
  }

  private void propose(Diagnosed found) {
    boolean wished = askedAgain.isPresent();
    if (wished && keepsWishes()) {
      // What people said before is overruled: where nobody answers this time, it is asked again.
      episodes.forgetAnswers();
    }
    boolean wanted = found.runbook().isPresent() && (wished || episodes.unanswered());
    boolean first = wished && !proposals.isFollowing();
    boolean held = !wished && found.heldBack(Timers.now()).isPresent();
    if (wanted && !held && (first || proposals.due(Timers.now(), found.trouble()))) {
      start(found, found.runbook().get());
    }
  }

  /**
   * Wants the cluster for a trouble that the operation under way is not about: at once, and again
   * while the trouble stays, because the operation forgets a wish. Somebody else's operation may be
   * about anything.
   */
  private void wantOtherwise(Diagnosed found) {
    boolean other =
        proposals.isFollowing()
            && (!proposals.isFollowingOwn() || !proposals.wasAbout(found.trouble()));
    boolean due =
        !found.trouble().equals(wantedFor)
            || wantedAgain.filter(at -> !Timers.now().isBefore(at)).isPresent();
    if (other && episodes.unanswered() && due) {
      found.runbook().ifPresent(runbook -> want(found, runbook));
    }
  }

  private IncidentCourse course(IncidentLooks looking) {
    Optional<Diagnosed> last = trouble(looking);
    if (last.isEmpty()) {
      return IncidentCourse.BLIND;
    }
    Diagnosed found = last.get();
    // An operation that somebody else started may close without a signal; only an attempt to start
    // another one finds that out.
    boolean doubtful = proposals.due(Timers.now(), found.trouble());
    if (proposals.isFollowing() && !doubtful) {
      return hold.isPresent() && !found.whole() ? IncidentCourse.HELD : IncidentCourse.OPERATING;
    }
    if (found.whole()) {
      return IncidentCourse.LOOKING;
    }
    if (found.runbook().isEmpty()) {
      return IncidentCourse.NO_RUNBOOK;
    }
    if (!episodes.anyFiring()) {
      return IncidentCourse.NO_ALERT;
    }
    return episodes.unanswered()
        ? found
            .heldBack(Timers.now())
            .map(IncidentCourse::of)
            .orElse(IncidentCourse.PROPOSING_AGAIN)
        : IncidentCourse.ANSWERED;
  }

  /** Returns the trouble that no operation has told people of: a diagnosis, or failing looks. */
  private Optional<String> unsaid(IncidentLooks looking) {
    Optional<Diagnosed> last = trouble(looking);
    return switch (course) {
      case BLIND -> Optional.of(NOT_SEEN);
      case HELD, NO_RUNBOOK, NO_ALERT, QUIET -> last.map(this::told);
      case ANSWERED -> last.filter(found -> !proposals.wasAbout(found.trouble())).map(this::told);
      case LOOKING, OPERATING, PROPOSING_AGAIN, CLOSED, HELD_WITH_OTHERS -> Optional.empty();
    };
  }

  /** Returns what people are told of a trouble by: another one is news. */
  private String told(Diagnosed found) {
    boolean findings = looks.filter(IncidentLooks::sawWhole).isPresent();
    return findings && episodes.knowUrgency() ? NotificationLog.trouble(standing()) : found.name();
  }

  /** Returns what is due next when nothing happens meanwhile. */
  private IncidentLooks.Due due() {
    Instant now = Timers.now();
    return Stream.of(
            proposals.nextDue().map(at -> new IncidentLooks.Due(at, "next proposal")),
            tellings.due(limits).map(at -> new IncidentLooks.Due(at, "people are told")),
            wantedAgain.map(at -> new IncidentLooks.Due(at, "the cluster is wanted again")),
            restraint().map(held -> new IncidentLooks.Due(held.until(), "held back until then")),
            standing().stream()
                .map(Alert.Standing::until)
                .min(Comparator.naturalOrder())
                .map(at -> new IncidentLooks.Due(at, "the finding counts as over")),
            since
                .whole()
                .map(
                    at ->
                        new IncidentLooks.Due(
                            at.plus(limits.operation()), "no more wait for its operation")))
        .flatMap(Optional::stream)
        .filter(due -> now.isBefore(due.at()))
        .min(Comparator.comparing(IncidentLooks.Due::at))
        .orElseGet(
            () ->
                new IncidentLooks.Due(
                    now.plus(limits.watch()).plus(limits.operation()), "another look"));
  }

  /** Returns what holds back the proposal; empty while an operation is under way. */
  private Optional<Restraint> restraint() {
    return looks
        .flatMap(IncidentLooks::last)
        .filter(found -> !proposals.isFollowing() && !found.whole())
        .flatMap(found -> found.heldBack(Timers.now()));
  }

  private int looksSoon() {
    return proposals.isFollowing() ? 0 : limits.looksSoon();
  }

  /** Starts the operation, or follows the one that is already running on this cluster. */
  private void start(Diagnosed found, String runbook) {
    ChildWorkflowStub child =
        Workflow.newUntypedChildWorkflowStub(StableName.typeOf(runbook), options(found, runbook));
    Promise<OperationEnd> closed = child.executeAsync(OperationEnd.class, request(found, runbook));
    try {
      WorkflowExecution started = child.getExecution().get();
      String operation = OperationRequest.operationId(cluster, started.getRunId());
      proposals.started(operation, found.trouble());
      proposals.noteMargin(found.margin());
      askedAgain = Optional.empty();
      wantNothing();
      closed.handle((word, failure) -> closed(operation, runbook, Optional.ofNullable(word)));
    } catch (ChildWorkflowFailure running) {
      proposals.foundAnother(cluster.value(), found.trouble(), Timers.now(), limits);
      want(found, runbook);
    }
  }

  /**
   * Tells the operation that has the cluster what the incident wants. One that is parked and
   * changed nothing ends; one that waits for people otherwise answers, and people are told.
   */
  private void want(Diagnosed found, String runbook) {
    wantedFor = found.trouble();
    wantedAgain = Optional.of(Timers.now().plus(WANTS_AGAIN));
    try {
      Workflow.newUntypedExternalWorkflowStub(OperationRequest.workflowId(cluster))
          .signal(
              OperationNames.WANTED, OpaqueValues.of(new IncidentWish(runbook, found.sentence())));
    } catch (SignalExternalWorkflowException | TemporalFailure over) {
      Workflow.getLogger(Incident.class).debug("no operation of {} runs any more", cluster);
    }
  }

  /**
   * Handles the close of an operation. A completed one sent a signal with its end before; one that
   * was terminated or failed did not.
   */
  private boolean closed(String operation, String runbook, Optional<OperationEnd> word) {
    if (word.isEmpty()) {
      operationEnded(OperationEnd.withoutWord(operation, runbook));
    }
    return true;
  }

  /** Forgets what the operation that has ended was told, and what it told. */
  private void wantNothing() {
    hold = Optional.empty();
    wantedFor = "";
    wantedAgain = Optional.empty();
  }

  /** Returns the request, titled by what is wrong until the operation has a plan. */
  private OperationRequest request(Diagnosed found, String runbook) {
    String alerts = episodes.firing();
    return new OperationRequest(
        cluster,
        runbook,
        Map.of(),
        OperationRequest.askedBy(alerts),
        cluster + ": " + found.name().replace('-', ' '),
        looks.map(IncidentLooks::before).orElse(DatedMemory.NONE),
        RequesterKind.ALERT,
        Optional.of(proposals.pauseAfterNext(limits)).filter(any -> episodes.unanswered()),
        askedAgain);
  }

  private ChildWorkflowOptions options(Diagnosed found, String runbook) {
    return ChildWorkflowOptions.newBuilder()
        .setWorkflowId(OperationRequest.workflowId(cluster))
        .setParentClosePolicy(ParentClosePolicy.PARENT_CLOSE_POLICY_ABANDON)
        .setStaticSummary(ProposalTitle.of(cluster, runbook, found.trouble()))
        .build();
  }

  /**
   * Returns whether the history is long. Alertmanager repeats its alerts, and each repetition is an
   * event, so a history grows although nothing changes.
   */
  private boolean isLong() {
    return Timers.isLong(limits.events());
  }

  /**
   * Returns whether this run ends and a new one goes on. Temporal drops an activity that the last
   * task of a run schedules, so the report after an operation is written before.
   */
  private boolean isToEnd() {
    boolean reports = limits.report().isPresent();
    return isLong() && report.isCompleted() && (!reports || ends.isEmpty());
  }

  private IncidentMemory memory(IncidentLooks looking) {
    return new IncidentMemory(
        memory.openedAt(),
        looking.before(),
        looking.finding(),
        proposals.memory(),
        episodes.all(),
        episodes.answered(),
        tellings.last(),
        since.unmended(),
        taken,
        since.writesFail(),
        askedAgain,
        hold);
  }

  @Override
  public void alerts(AlertGroup group) {
    group.alerts().forEach(this::heard);
  }

  private void heard(Alert said) {
    Alert alert = isUrgencyTold(said) ? said : said.withoutUrgency();
    if (alert.firing()) {
      firings++;
      alerted = Timers.now();
    }
    ended.note(alert, Timers.now());
    if (episodes.take(alert)) {
      news++;
    }
  }

  private static boolean isUrgencyTold(Alert said) {
    return said.hasUrgency()
        && Workflow.getVersion(URGENCY_IS_TOLD, Workflow.DEFAULT_VERSION, 1) == 1;
  }

  @Override
  public void operationEnded(OperationEnd end) {
    ends.add(new HeardEnd(end, episodes.all()));
    news++;
  }

  @Override
  public void operationHolds(OperationHold told) {
    Optional<OperationHold> now = Optional.of(told).filter(OperationHold::lasts);
    if (!now.equals(hold)) {
      hold = now;
      news++;
    }
  }

  @Override
  public void validateTake(Opaque written) {
    if (OpaqueValues.read(written, Taken.class).by().isBlank()) {
      throw new IllegalArgumentException("Not recorded: the name of the person is missing.");
    }
  }

  @Override
  public Request.Answer take(Opaque written) {
    Taken said = PayloadReader.accepted(written, Taken.class);
    Taken now = new Taken(said.by(), said.door(), Timers.now());
    Request.Answer answer = now.answer(taken, Optional.empty());
    taken = Optional.of(now);
    markChange();
    return answer;
  }

  @Override
  public void validateAskAgain(Opaque written) {
    if (OpaqueValues.read(written, AskedAgain.class).by().isBlank()) {
      throw new IllegalArgumentException("Not recorded: the name of the person is missing.");
    }
  }

  @Override
  public Request.Answer askAgain(Opaque written) {
    AskedAgain wish = PayloadReader.accepted(written, AskedAgain.class);
    Optional<String> refusal = nothingToAsk();
    if (refusal.isPresent()) {
      return new Request.Answer(false, "Not recorded: " + refusal.get());
    }
    AskedAgain heard = wish.heard(Timers.now());
    askedAgain = Optional.of(heard);
    news++;
    taken = Optional.of(heard.taken());
    markChange();
    return new Request.Answer(
        true, "It looks at the cluster and asks again in the name of the incident.");
  }

  /** Returns why nothing can be proposed now, in a sentence; empty where something can. */
  private Optional<String> nothingToAsk() {
    Optional<Diagnosed> found = looks.flatMap(this::trouble);
    if (course == IncidentCourse.CLOSED || found.filter(Diagnosed::whole).isPresent()) {
      return Optional.of("nothing is wrong any more.");
    }
    if (found.isEmpty()) {
      return Optional.of(
          "no look at the cluster has succeeded, so nothing can be proposed. The incident looks"
              + " again each minute. See: quorate status "
              + cluster
              + ".");
    }
    boolean doubtful = proposals.due(Timers.now(), found.get().trouble());
    if (proposals.isFollowing() && !doubtful) {
      return Optional.of(
          "an operation is under way already. Read it: quorate show " + cluster + ".");
    }
    return found.get().runbook().isPresent()
        ? Optional.empty()
        : Optional.of("no runbook of this release answers it: a person has to.");
  }

  /** Returns what is wrong, in sentences; at the end, what the findings were and how all is. */
  private String finding() {
    String seen =
        looks
            .map(looking -> trouble(looking).map(Diagnosed::sentence).orElseGet(looking::finding))
            .orElse(memory.finding());
    boolean over = course == IncidentCourse.CLOSED && looks.filter(this::isOver).isPresent();
    return over ? Sentences.joined(ended.words(episodes.all(), Timers.now()), seen) : seen;
  }

  @Override
  public IncidentState state() {
    boolean again = course == IncidentCourse.PROPOSING_AGAIN;
    Optional<Diagnosed> last = looks.flatMap(IncidentLooks::last);
    Optional<Restraint> held =
        last.flatMap(Diagnosed::restraint).filter(any -> IncidentCourse.of(any) == course);
    Optional<Instant> next = again ? proposals.nextDue() : held.map(Restraint::until);
    return new IncidentState(
        cluster,
        memory.openedAt(),
        course != IncidentCourse.CLOSED,
        finding(),
        hold.filter(told -> course == IncidentCourse.HELD)
            .map(OperationHold::sentence)
            .or(() -> held.map(Restraint::sentence))
            .orElseGet(() -> course.sentence(proposals, next)),
        proposals.operation(),
        next,
        episodes.all(),
        tellings.times(),
        since.writesFail(),
        since.unmended().filter(any -> course.isUnmended()),
        taken,
        FailedWrites.seen(last.map(Diagnosed::name), last.flatMap(Diagnosed::writesFailSince)),
        Optional.of(course));
  }
}
