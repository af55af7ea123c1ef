package io.quorate.observation;

import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.record.ObservationMemory;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

/**
 * Answer of a runbook that is asked again while the facts that it waits for may come within ten
 * seconds: a loss has to last five before it is believed, a leader ten before planned work
 * (docs/adr/0005-lost-and-settled-for-five-seconds.md).
 *
 * @param view the last look, on which the answer rests
 */
public record PatientAnswer(ClusterView view, Prescription prescription) {
  private static final Duration WORTH_WAITING = Duration.ofSeconds(10);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  /** Caller that waits for the answer. */
  @FunctionalInterface
  public interface Waiting {
    /** Waits between two looks; throws when the answer is no longer wanted. */
    void rest(Duration pause, NotYet meanwhile);

    /** Tells whether another look may change the view in time for the caller. */
    default boolean isWorthIt(ClusterView view) {
      return true;
    }
  }

  /**
   * Looks, and looks again until the runbook knows what to do or cannot know it within ten seconds
   * of the first look.
   *
   * @param look gets what the look before remembers
   */
  public static PatientAnswer of(
      Function<ObservationMemory, ClusterView> look,
      Function<ClusterView, Prescription> runbook,
      Waiting waiting) {
    PatientAnswer answer = to(look.apply(ObservationMemory.NONE), runbook);
    Instant end = answer.view().at().plus(WORTH_WAITING);
    while (answer.prescription() instanceof NotYet notYet
        && answer.mayChangeBy(end, notYet)
        && waiting.isWorthIt(answer.view())) {
      waiting.rest(BETWEEN_LOOKS, notYet);
      answer = to(look.apply(answer.view().remembered()), runbook);
    }
    return answer;
  }

  private static PatientAnswer to(ClusterView view, Function<ClusterView, Prescription> runbook) {
    return new PatientAnswer(view, runbook.apply(view));
  }

  private boolean mayChangeBy(Instant end, NotYet notYet) {
    return !notYet.until().isAfter(end) && !view.at().isAfter(end);
  }
}
