package io.quorate.recording;

import io.quorate.operation.WatchOrder;
import io.quorate.operation.WatchOrder.Parked;
import io.quorate.operation.WatchOrder.Parked.Cause;
import io.quorate.operation.WatchReport;
import io.quorate.plan.ComingBack;
import io.quorate.plan.Guard;
import io.quorate.plan.PlanDifference;
import io.quorate.plan.PlannedStep;
import io.quorate.plan.Prescription;
import io.quorate.step.Verdict;
import io.quorate.view.ClusterView;
import java.util.Optional;

/**
 * Judge of a watch: compares looks with what people were told, and reports a difference that lasts
 * for two looks. A member that is silent in a single look does not void an approval.
 */
public final class WatchJudge {
  private final PlannedStep step;
  private final boolean sameRelease;
  private final Optional<Parked> parked;
  private boolean causeSeen;
  private int differing;

  /**
   * Decodes the order of a watch.
   *
   * @throws NeedsRelease when a newer release made the plan, and this one cannot read it
   */
  public WatchJudge(WatchOrder order, String release) {
    this.step = Orders.step(order.step(), release);
    this.sameRelease = order.step().release().equals(release);
    this.parked = order.parked();
    this.causeSeen = parked.filter(known -> known.cause() == Cause.THERE).isEmpty();
  }

  /**
   * Completes the view with the comparison of data from when the plan was made. A watch never
   * hashes data while a question is open; data is compared again after the approval.
   */
  public ClusterView completed(ClusterView seen) {
    return seen.withComparisons(step.plan().seen().comparisons());
  }

  /**
   * Returns whether the next look should come soon: the last one differed, or the plan keeps a
   * member stopped without which the loss of another costs quorum.
   */
  public boolean isSuspicious() {
    return differing > 0 || (parked.isPresent() && ComingBack.mayBeNeeded(step));
  }

  /** Judges one look; reports a difference that the look before showed too. */
  public Optional<WatchReport> judge(ClusterView view, Prescription now) {
    Optional<WatchReport> difference =
        parked.isPresent()
            ? back(view).or(() -> cause(parked.get().cause(), view, now))
            : question(now);
    differing = difference.isPresent() ? differing + 1 : 0;
    return difference.filter(report -> differing > 1);
  }

  private Optional<WatchReport> question(Prescription now) {
    return PlanDifference.voids(step.plan(), now, sameRelease)
        .map(sentence -> new WatchReport(sentence, Optional.empty()));
  }

  /** Returns a report when quorum is lost, and needs the member that the plan keeps stopped. */
  private Optional<WatchReport> back(ClusterView view) {
    return ComingBack.of(step, view)
        .map(PlannedStep::step)
        .map(
            start ->
                new WatchReport(
                    "Another member died while one was out, and quorum is lost: "
                        + start.sentence(view)
                        + ".",
                    Optional.empty(),
                    Optional.of(Recording.undo(start, view))));
  }

  /**
   * Returns a report when the cause of parking is gone or back. The watch never reports a cause as
   * gone that no look can see, such as a full disk.
   */
  private Optional<WatchReport> cause(Cause known, ClusterView view, Prescription now) {
    Optional<String> gone = gone(view, now);
    causeSeen |= gone.isEmpty();
    return switch (known) {
      case THERE ->
          gone.filter(sentence -> causeSeen)
              .map(
                  sentence ->
                      new WatchReport(
                          "What stopped it seems to be gone: " + sentence + ".",
                          Optional.of(Cause.GONE)));
      case GONE ->
          gone.isPresent()
              ? Optional.empty()
              : Optional.of(
                  new WatchReport(
                      "What stopped it, or something else, is in the way again.",
                      Optional.of(Cause.THERE)));
      case NONE -> Optional.empty();
    };
  }

  /** Returns why the step could run now, or need not run; empty when neither holds. */
  private Optional<String> gone(ClusterView view, Prescription now) {
    if (now instanceof Prescription.NothingToDo nothing) {
      return Optional.of("there is nothing left to do, " + nothing.because());
    }
    return switch (Guard.judge(step.plan(), step.index(), step.added(), view)) {
      case Verdict.Proceed yes -> Optional.of("the step could be carried out now; retry goes on");
      case Verdict.AlreadyDone done -> Optional.of(done.evidence() + "; retry goes on");
      case Verdict.NotYet later -> Optional.empty();
      case Verdict.Refused refused -> Optional.empty();
      case Verdict.Changed changed -> Optional.empty();
    };
  }
}
