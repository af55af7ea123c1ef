package io.quorate.workflow;

import io.quorate.operation.Assessment;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationEnd;
import io.quorate.operation.OperationState;
import io.quorate.operation.OperationState.Choice;
import io.quorate.operation.Phase;
import io.quorate.operation.RecordedPlan;
import io.quorate.operation.RecordedPrescription;
import io.quorate.operation.RecordedPrescription.NotYet;
import io.quorate.operation.RecordedPrescription.NothingToDo;
import io.quorate.operation.RecordedPrescription.Refusal;
import io.quorate.operation.Request;
import io.quorate.step.Reason;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.SignalExternalWorkflowException;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Main loop of one operation: asks the runbook, carries out the plan it answers with, and asks
 * again, until the runbook has nothing left to do. The loop decides nothing about etcd, and reads
 * of a plan only what was recorded.
 */
final class Operation {
  /** The codes of plans that the platform, or what it does to members, keeps from beginning. */
  private static final Set<String> OF_THE_PLATFORM =
      Set.of("not-taken-over", "to-be-adopted", "to-be-restarted", "stop-loses-member");

  private final OperationParts parts;
  private final OperationProgress progress;
  private final PendingRequests pending;
  private final OperationPosition position;
  private boolean telling;

  Operation(OperationParts parts) {
    this.parts = parts;
    this.progress = parts.progress();
    this.pending = parts.pending();
    this.position = parts.position();
  }

  OperationState run() {
    PlaceWait.open(position);
    progress.open();
    End end = rounds();
    new PlaceWait(parts).free();
    if (progress.state().openApproval().isPresent()) {
      progress.voidQuestion("The operation ended before it was answered.");
    }
    progress.enter(end.phase(), progress.withWhatWasLeftOut(end.because()), end.reason());
    boolean told = toldIncident();
    end.followedBy()
        .ifPresent(
            runbook -> FollowUp.of(parts.request().cluster(), progress.operation(), runbook));
    if (!told || progress.state().isRehearsal()) {
      // The incident, where there is one, writes the report of all its operations; a rehearsal is
      // none of them.
      report();
    }
    Timers.await(
        Timeouts.LAST_WORDS, "answers to people at the end", Workflow::isEveryHandlerFinished);
    return progress.state();
  }

  /** Starts the notifier, through which people follow the operation; once in a run is enough. */
  private void tellPeople() {
    if (!telling) {
      telling = true;
      Notifier.ofOperation(parts.request().cluster(), progress.operation());
    }
  }

  private End rounds() {
    if (position.round().isPresent()) {
      tellPeople();
    }
    while (true) {
      if (position.round().isEmpty()) {
        Optional<End> end = prescribe();
        if (end.isPresent()) {
          return end.get();
        }
      }
      switch (new Round(parts).carryOut()) {
        case RoundOutcome.Done done -> position.roundEnded(done.evidence());
        case RoundOutcome.Changed changed -> {
          position.roundEnded(changed.difference());
          prescribesAnew(changed.difference());
        }
        case RoundOutcome.Voided voided -> {
          position.questionVoided(voided.difference());
          prescribesAnew(voided.difference());
          Optional<End> end = toAndFro();
          if (end.isPresent()) {
            return end.get();
          }
        }
        case RoundOutcome.Ended ended -> {
          return ended.end();
        }
      }
      progress.enter(Phase.ASSESSING, "looking at the cluster again." + position.news());
      OperationHolds.over(progress, pending);
    }
  }

  /**
   * Voids the question about a plan that does not fit the cluster any more: no step may start on an
   * approval of an outdated plan.
   */
  private void prescribesAnew(String difference) {
    progress.voidQuestion(difference);
    progress.notice("change", "The question before does not count any more. " + difference);
  }

  /**
   * Ends or parks an operation whose question was void again and again, because the cluster changes
   * to and fro.
   */
  private Optional<End> toAndFro() {
    return progress.goesToAndFro().flatMap(this::stopped);
  }

  /**
   * Asks the runbook until the operation has a plan or ends; empty when a plan was found, which the
   * position then holds.
   */
  private Optional<End> prescribe() {
    while (true) {
      Look look = settle();
      if (look instanceof Look.Seen seen
          && seen.assessment().prescription() instanceof RecordedPlan plan
          && pending.aborted().isEmpty()) {
        if (!position.mayPlanAgain()) {
          return Optional.of(
              new End(
                  Phase.STOPPED,
                  "After "
                      + position.limits().rounds()
                      + " rounds there is still something to do."));
        }
        position.settled();
        position.begin(plan);
        progress.planned(plan);
        progress.enter(Phase.RUNNING, plan.title());
        return Optional.empty();
      }
      position.settled();
      Optional<End> end = withoutPlan(look);
      if (end.isPresent()) {
        return end;
      }
      progress.enter(Phase.ASSESSING, "looking at the cluster again.");
      OperationHolds.over(progress, pending);
    }
  }

  /** Result of a look. */
  private sealed interface Look {
    /** The runbook answered. */
    record Seen(Assessment assessment) implements Look {}

    /** The cluster could not be looked at, or this release cannot read the answer. */
    record Blind(String because) implements Look {}
  }

  /** Returns the end of an operation without a plan; empty when a person asks for another look. */
  private Optional<End> withoutPlan(Look look) {
    boolean nothingLeft =
        look instanceof Look.Seen seen && seen.assessment().prescription() instanceof NothingToDo;
    if (pending.aborted().isPresent() && !nothingLeft) {
      return pending.aborted().map(this::aborted);
    }
    return switch (look) {
      case Look.Blind blind -> stopped(blind.because());
      case Look.Seen seen -> withoutPlan(seen.assessment().prescription());
    };
  }

  private Optional<End> withoutPlan(RecordedPrescription answer) {
    return switch (answer) {
      case NothingToDo nothing -> Optional.of(done(nothing));
      case NotYet later ->
          progress.effects().any()
              ? park("Not in time: " + later.because(), later.reason())
              : Optional.of(refused("Not in time: " + later.because(), later.reason()));
      case Refusal refusal ->
          progress.effects().any() && isHindered(refusal)
              ? park(refusal.because(), refusal.reason())
              : Optional.of(refused(refusal.because(), refusal.reason()));
      case RecordedPlan plan ->
          throw new IllegalStateException("a plan is carried out: " + plan.title());
    };
  }

  /**
   * Whether the platform keeps its workloads, which a person can change while the operation waits:
   * members may be held from an earlier plan, and nobody would go on with them.
   */
  private static boolean isHindered(Refusal refusal) {
    return refusal.reason().map(Reason::code).filter(OF_THE_PLATFORM::contains).isPresent();
  }

  private End done(NothingToDo nothing) {
    String because = nothing.because() + position.news();
    if (!progress.effects().any() && !progress.hasLookedAsPlanned()) {
      return new End(Phase.NOT_NEEDED, because, nothing.reason());
    }
    Optional<String> next = nothing.followedBy();
    return new End(
        Phase.COMPLETED,
        next.map(runbook -> FollowUp.announced(because, parts.request().cluster(), runbook))
            .orElse(because),
        next,
        nothing.reason());
  }

  /**
   * Ends an operation that cannot look at its cluster, or whose cluster changes to and fro. Parks
   * an operation that changed something, because a change may be half done, and a person has to
   * look.
   */
  private Optional<End> stopped(String because) {
    return progress.effects().any()
        ? park(because, Optional.empty())
        : Optional.of(new End(Phase.STOPPED, because + ". " + progress.effects().whatStays()));
  }

  private Optional<End> park(String because, Optional<Reason> reason) {
    Optional<Request> chosen =
        parts
            .parking()
            .ask(
                because,
                reason,
                List.of(
                    new Choice("retry", "look again"),
                    new Choice("abort", "end here; what is done stays")));
    return chosen.isPresent() ? Optional.empty() : pending.aborted().map(this::aborted);
  }

  private End aborted(Request by) {
    return new End(
        Phase.ABORTED, End.abortedBy(by) + position.news() + " " + progress.effects().whatStays());
  }

  private End refused(String because, Optional<Reason> reason) {
    return progress.round() == 0
        ? new End(Phase.REFUSED, because, reason)
        : new End(Phase.STOPPED, because + position.news(), reason);
  }

  /**
   * Looks at the cluster until the runbook knows what to do, or the time for facts that need time
   * is over.
   */
  private Look settle() {
    Instant since = position.settlingSince().orElseGet(Timers::now);
    position.settles(since);
    Duration patience =
        progress.effects().any() ? position.limits().settlingAgain() : position.limits().settling();
    Instant before = Timers.now();
    Look look = look();
    since = withoutOutage(since, before);
    while (look instanceof Look.Seen seen
        && seen.assessment().prescription() instanceof NotYet later
        && pending.aborted().isEmpty()
        && Timers.now().isBefore(since.plus(patience))) {
      before = Timers.now();
      progress.enter(Phase.ASSESSING, later.because(), later.reason());
      parts
          .waits()
          .until(pause(since, later.until()), "the next look", () -> pending.aborted().isPresent());
      look = look();
      since = withoutOutage(since, before);
    }
    return look;
  }

  /**
   * Moves the start of settling by the time in which no worker lived: an outage is no time in which
   * facts could settle.
   */
  private Instant withoutOutage(Instant since, Instant before) {
    Duration outage = Duration.between(before, Timers.now()).minus(Timeouts.LOOK_AND_PAUSE);
    if (!outage.isPositive()) {
      return since;
    }
    position.settles(since.plus(outage));
    return since.plus(outage);
  }

  private Look look() {
    try {
      Opaque answer =
          parts
              .looking()
              .look(position.options(), position.looks(), () -> pending.aborted().isPresent());
      Optional<Assessment> read = PayloadReader.of(answer, Assessment.class);
      read.ifPresent(this::looked);
      return read.<Look>map(Look.Seen::new)
          .orElseGet(() -> new Look.Blind(PayloadReader.needed(answer)));
    } catch (ActivityFailure failure) {
      tellPeople();
      return new Look.Blind("The cluster could not be looked at: " + Reasons.of(failure));
    }
  }

  private void looked(Assessment assessment) {
    position.looked(assessment);
    if (assessment.channel() == Assessment.Channel.CONFIGURED) {
      tellPeople();
    }
  }

  /**
   * Pause before the next look: at least a second, so that a time in the past is no busy loop; at
   * most five, to see changes, and fifteen once the wait is long.
   */
  private static Duration pause(Instant since, Instant until) {
    Instant now = Timers.now();
    Duration longest = Duration.ofSeconds(now.isBefore(since.plusSeconds(120)) ? 5 : 15);
    Duration left = Duration.between(now, until);
    if (left.compareTo(Duration.ofSeconds(1)) < 0) {
      return Duration.ofSeconds(1);
    }
    return left.compareTo(longest) > 0 ? longest : left;
  }

  /** Tells the cluster's incident how the operation ended; returns false where there is none. */
  private boolean toldIncident() {
    try {
      Workflow.newUntypedExternalWorkflowStub(IncidentNames.workflowId(parts.request().cluster()))
          .signal(IncidentNames.OPERATION_ENDED, OperationEnd.of(progress.state()));
      return true;
    } catch (SignalExternalWorkflowException | TemporalFailure nobody) {
      Workflow.getLogger(Operation.class).debug("no incident waits for {}", progress.operation());
      return false;
    }
  }

  /** Writes the operation's report, where the operation changed something or asked people. */
  private void report() {
    Optional<Duration> limit = position.limits().report();
    if (limit.isPresent() && (progress.effects().any() || progress.lastApproval().isPresent())) {
      IncidentReport.ofOperation(parts.request().cluster(), progress.operation(), limit.get());
    }
  }
}
