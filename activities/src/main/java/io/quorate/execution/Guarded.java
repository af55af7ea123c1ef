package io.quorate.execution;

import io.quorate.observation.Observer;
import io.quorate.plan.ApprovedSource;
import io.quorate.plan.Guard;
import io.quorate.plan.PlannedStep;
import io.quorate.plan.StepResult;
import io.quorate.port.ClusterLock;
import io.quorate.port.ClusterPorts;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.step.Step;
import io.quorate.step.Verdict;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The one template that executes a step: observe, ask the guard, act, observe again, within one
 * attempt. Evidence that takes longer than a permit lasts is collected first, and the guard is
 * asked again after it. An effect without an answer {@linkplain Outcomes is looked for}.
 */
public final class Guarded {
  /** How long a permit is good for after its look, as long as the attempt heartbeats. */
  public static final Duration PERMIT = Duration.ofSeconds(10);

  /**
   * Pause between two renewals of the note of a change. A note keeps other installations away for
   * ten minutes, so several renewals may fail while the store is out of reach.
   */
  private static final Duration RENEWED = Duration.ofMinutes(1);

  private final ClusterPorts ports;
  private final Observer observer;
  private final Outcomes outcomes;
  private final LongSupplier nanoTime;
  private final InstantSource clock;
  private final String installation;
  private final Duration renewed;

  /**
   * A template for the steps of one cluster.
   *
   * @param nanoTime a monotonic clock, in nanoseconds, for the age of a permit
   * @param clock the clock by which approvals are dated; tells whether one is still good
   * @param installation which Temporal namespace carries the operations out
   */
  public Guarded(
      ClusterPorts ports,
      Observer observer,
      LongSupplier nanoTime,
      InstantSource clock,
      String installation) {
    this(ports, observer, nanoTime, clock, installation, RENEWED);
  }

  /**
   * A template with another pause between two renewals.
   *
   * @param renewed pause between two renewals of the note of one change
   */
  Guarded(
      ClusterPorts ports,
      Observer observer,
      LongSupplier nanoTime,
      InstantSource clock,
      String installation,
      Duration renewed) {
    this.ports = ports;
    this.observer = observer;
    this.outcomes = new Outcomes(nanoTime);
    this.nanoTime = nanoTime;
    this.clock = clock;
    this.installation = installation;
    this.renewed = renewed;
  }

  /**
   * Executes a step, or finds it done; a change under the lock of the cluster. Throws a {@link
   * Failure}, or {@link WorldChanged} when the plan has to be made anew, or {@link ApprovalExpired}
   * when people have to be asked anew.
   */
  <S extends Step> StepResult execute(
      PlannedStep planned, S step, StepExecutor<S> executor, Attempt attempt) {
    var owner = new ClusterLock.Owner(installation, attempt.operation());
    return new LockedCluster(ports.lock(), owner)
        .during(step, () -> attempted(planned, step, executor, attempt));
  }

  private <S extends Step> StepResult attempted(
      PlannedStep planned, S step, StepExecutor<S> executor, Attempt attempt) {
    ClusterView view = before(step);
    // Its time begins with the look: what is asked after it may take long.
    Permit permit = granted(step, attempt);
    Verdict verdict = judge(planned, view);
    Optional<String> prepared = Optional.empty();
    if (verdict instanceof Verdict.Proceed) {
      requireGoodYes(planned, step);
      prepared = executor.prepare(step, new Preparation(ports, view, observer, attempt));
    }
    if (prepared.isPresent()) {
      view = before(step);
      permit = granted(step, attempt);
      verdict = judge(planned, view);
    }
    if (verdict instanceof Verdict.Proceed) {
      requireGoodYes(planned, step);
    }
    return conclude(
        verdict, step, executor, context(view, permit, attempt, prepared, planned, step));
  }

  /** The start of a member that the plan keeps stopped, when quorum was lost and needs it. */
  Optional<PlannedStep> comingBack(PlannedStep planned) {
    return new QuorumWatch(observer).comingBack(planned);
  }

  private ClusterView before(Step step) {
    return step.host()
        .filter(member -> step.startsOnData())
        .map(observer::examination)
        .orElseGet(() -> observer.glance(step.hosts()));
  }

  /**
   * Throws {@link ApprovalExpired} when the approval is too old for a first change, or the plan
   * stood still for too long for a later one, or {@link WorldChanged} when there is a better
   * snapshot than the approved one by now. An effect that is there already is found earlier, and
   * counts as done however old the approval is.
   */
  private void requireGoodYes(PlannedStep planned, Step step) {
    Instant now = clock.instant();
    if (planned.beginBefore().filter(now::isAfter).isPresent()) {
      throw new ApprovalExpired(planned.beginBefore().get(), step.sentence());
    }
    if (planned.goesOnBefore().filter(now::isAfter).isPresent()) {
      throw new ApprovalExpired(planned.goesOnBefore().get(), step.sentence());
    }
    if (planned.beginBefore().isPresent()) {
      ApprovedSource.of(planned.plan())
          .ifPresent(new KeptSources(ports.snapshots(), ports.cluster())::requireFurthest);
    }
  }

  private static Verdict judge(PlannedStep planned, ClusterView view) {
    return Guard.judge(planned.plan(), planned.index(), planned.added(), view);
  }

  private <S extends Step> StepResult conclude(
      Verdict verdict, S step, StepExecutor<S> executor, StepContext context) {
    return switch (verdict) {
      case Verdict.AlreadyDone done ->
          Outcomes.result(StepResult.alreadyDone(done.evidence()), step, context);
      case Verdict.NotYet later -> throw new Failure.NotYet(later.reason());
      case Verdict.Refused refused -> throw new Failure.Refused(refused.reason());
      case Verdict.Changed changed -> throw new WorldChanged(changed.reason().headline());
      case Verdict.Proceed yes -> act(step, executor, context);
    };
  }

  private StepContext context(
      ClusterView view,
      Permit permit,
      Attempt attempt,
      Optional<String> prepared,
      PlannedStep planned,
      Step step) {
    return new StepContext(
        ports,
        view,
        permit,
        attempt,
        observer,
        prepared,
        () -> grantedAnew(planned, step, attempt));
  }

  private Permit granted(Step step, Attempt attempt) {
    return Permit.granted(
        attempt.operation(),
        PERMIT,
        nanoTime,
        () -> attempt.isOver() || !attempt.isFresh(),
        step.hazard().mutates() ? ports.lock() : ClusterLock.NONE);
  }

  /** Looks and asks the guard again; throws what it answers unless it is still to proceed. */
  private Permit grantedAnew(PlannedStep planned, Step step, Attempt attempt) {
    ClusterView view = before(step);
    Permit permit = granted(step, attempt);
    Verdict verdict = judge(planned, view);
    return switch (verdict) {
      case Verdict.Proceed yes -> {
        requireGoodYes(planned, step);
        yield permit;
      }
      case Verdict.AlreadyDone done ->
          throw new Failure.Transient("it was done meanwhile: " + done.evidence());
      case Verdict.NotYet later -> throw new Failure.NotYet(later.reason());
      case Verdict.Refused refused -> throw new Failure.Refused(refused.reason());
      case Verdict.Changed changed -> throw new WorldChanged(changed.reason().headline());
    };
  }

  private <S extends Step> StepResult act(S step, StepExecutor<S> executor, StepContext context) {
    if (!step.hazard().mutates()) {
      return actOn(step, executor, context);
    }
    StepContext now = claimed(context);
    return Renewal.during(
        renewed, () -> renewClaim(now.attempt()), () -> actOn(step, executor, now));
  }

  private <S extends Step> StepResult actOn(S step, StepExecutor<S> executor, StepContext context) {
    try {
      Optional<String> evidence = executor.execute(step, context);
      return evidence.isPresent() ? StepResult.done(evidence.get()) : outcomes.shown(step, context);
    } catch (Failure.Unknown ambiguous) {
      return outcomes.resolved(step, context, ambiguous);
    }
  }

  /** A store that is slow takes its time to note the change; the permit is for a young look. */
  private StepContext claimed(StepContext context) {
    claim(context.attempt()).make(ports);
    return context.permitted(context.afterFetching());
  }

  /**
   * Renews the note of an attempt that still heartbeats. Another attempt may carry out the change
   * of an attempt without heartbeats.
   */
  private void renewClaim(Attempt attempt) {
    if (attempt.isFresh() && !attempt.isOver()) {
      claim(attempt).renew(ports);
    }
  }

  private Claim claim(Attempt attempt) {
    return new Claim(installation, attempt.operation(), clock.instant());
  }
}
