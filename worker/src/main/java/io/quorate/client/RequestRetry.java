package io.quorate.client;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats a request that must not get lost: the caller waits a little, the request is repeated in
 * the background until it is answered or its time is over. Every request carries an id, so that a
 * repetition never counts twice.
 */
final class RequestRetry {
  private static final Logger LOG = LoggerFactory.getLogger(RequestRetry.class);

  /** Longer than a restart of the worker or of Temporal takes, shorter than a shift. */
  private static final Duration GIVE_UP_AFTER = Duration.ofMinutes(10);

  /** Longer than the SDK's own patience with a worker that restarts. */
  private static final Duration ONE_ATTEMPT = Duration.ofMinutes(1);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
  private static final int MOST_AT_ONCE = 256;

  private final TemporalCalls calls;
  private final InstantSource clock;
  private final Semaphore open = new Semaphore(MOST_AT_ONCE);

  RequestRetry(TemporalCalls calls, InstantSource clock) {
    this.calls = calls;
    this.clock = clock;
  }

  /**
   * Asks until there is an answer.
   *
   * @param patience how long the caller waits; after it the answer is {@code UNCONFIRMED} with
   *     {@code late} as its sentence
   */
  <T> Outcome<T> ask(Duration patience, String late, Supplier<Outcome<T>> question) {
    if (!open.tryAcquire()) {
      return Outcome.missed(
          Outcome.Reason.UNREACHABLE,
          "Not recorded: " + MOST_AT_ONCE + " decisions wait for Temporal already. Try again.");
    }
    CompletableFuture<Outcome<T>> answer = new CompletableFuture<>();
    calls.threads().execute(() -> answer.complete(untilAnswered(question)));
    return waitFor(answer, patience, late);
  }

  private static <T> Outcome<T> waitFor(
      CompletableFuture<Outcome<T>> answer, Duration patience, String late) {
    try {
      return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return Outcome.missed(Outcome.Reason.UNCONFIRMED, late);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Outcome.missed(Outcome.Reason.UNCONFIRMED, late);
    } catch (ExecutionException e) {
      return Outcome.missed(Outcome.Reason.UNREACHABLE, TemporalCalls.rootOf(e));
    }
  }

  private <T> Outcome<T> untilAnswered(Supplier<Outcome<T>> question) {
    try {
      Instant end = clock.instant().plus(GIVE_UP_AFTER);
      Duration pause = FIRST_PAUSE;
      Outcome<T> outcome = attempt(question);
      while (isOpen(outcome) && clock.instant().isBefore(end)) {
        Thread.sleep(pause);
        pause = longer(pause);
        outcome = attempt(question);
      }
      if (outcome instanceof Outcome.Missed<T> missed
          && missed.reason() != Outcome.Reason.UNKNOWN) {
        LOG.warn("A decision or request was not recorded: {}", missed.sentence());
      }
      return outcome;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Outcome.missed(Outcome.Reason.UNREACHABLE, "The gateway is stopping.");
    } finally {
      open.release();
    }
  }

  private <T> Outcome<T> attempt(Supplier<Outcome<T>> question) {
    return calls.within(ONE_ATTEMPT, question::get).then(outcome -> outcome);
  }

  private static Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
  }

  private static <T> boolean isOpen(Outcome<T> outcome) {
    return outcome instanceof Outcome.Missed<T> missed
        && missed.reason() != Outcome.Reason.UNKNOWN
        && !Thread.currentThread().isInterrupted();
  }
}
