package io.quorate.worker.selftest;

import io.quorate.observation.Polling;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Course of a self-test: one stage after the other, each of which has to be reached in its time.
 *
 * @param limit of each stage
 */
public record Course(Duration limit, Polling polling) {
  /**
   * Stage of a course with the way to reach the stage.
   *
   * @param missing goes on with the stage, and says why it is not reached yet; empty where it is
   */
  public record Part(Stage stage, Supplier<Optional<String>> missing) {}

  /** Stage that was not reached, and why. */
  public record Missed(Stage stage, String why) {
    /** Returns both in a sentence. */
    public String sentence() {
      return "The self-test did not reach its stage %s: %s".formatted(stage.words(), why);
    }
  }

  /** Goes through the parts; returns the first that was not reached in time. */
  public Optional<Missed> through(List<Part> parts) {
    return parts.stream().flatMap(part -> missed(part).stream()).findFirst();
  }

  private Optional<Missed> missed(Part part) {
    Optional<Part> reached =
        polling.within(limit, () -> Optional.of(part).filter(one -> why(one).isEmpty()));
    return reached.isPresent()
        ? Optional.empty()
        : why(part).map(why -> new Missed(part.stage(), why));
  }

  private static Optional<String> why(Part part) {
    try {
      return part.missing().get();
    } catch (RuntimeException failed) {
      if (Thread.currentThread().isInterrupted()) {
        throw failed;
      }
      return Optional.of(failed.toString());
    }
  }
}
