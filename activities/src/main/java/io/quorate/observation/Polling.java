package io.quorate.observation;

import io.quorate.port.Failure;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Polling: repeats a look until it gives an answer.
 *
 * @param between the pause between two looks
 * @param nanoTime a monotonic clock, in nanoseconds
 * @param rest waits for a pause; throws a {@link Failure} when the answer is no longer wanted
 */
public record Polling(Duration between, LongSupplier nanoTime, Consumer<Duration> rest) {

  /** Polling that ends early only when its thread is interrupted. */
  public static Polling every(Duration between) {
    return new Polling(between, System::nanoTime, Polling::sleep);
  }

  /** The first answer; empty when even the last look, which begins after the limit, has none. */
  public <T> Optional<T> within(Duration limit, Supplier<Optional<T>> look) {
    long end = nanoTime.getAsLong() + limit.toNanos();
    while (true) {
      boolean last = nanoTime.getAsLong() - end >= 0;
      Optional<T> answer = look.get();
      if (answer.isPresent() || last) {
        return answer;
      }
      rest.accept(between);
    }
  }

  /**
   * The first answer, without a limit of its own: {@code look} or {@code rest} throws when it has
   * lasted too long.
   */
  public <T> T untilKnown(Supplier<Optional<T>> look) {
    while (true) {
      Optional<T> answer = look.get();
      if (answer.isPresent()) {
        return answer.get();
      }
      rest.accept(between);
    }
  }

  /** Waits. An interrupt is a {@link Failure.Transient} and leaves the thread interrupted. */
  public static void sleep(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new Failure.Transient("the attempt was interrupted while it waited", interrupted);
    }
  }
}
