package io.quorate.client;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repetition of requests that must not get lost: the caller waits for a short time, and the request
 * is repeated in the background until it is answered or its time is over. Every request carries an
 * id, so that neither a repetition nor its copy as a signal counts twice.
 */
final class RequestRetry {
  private static final Logger LOG = LoggerFactory.getLogger(RequestRetry.class);
  private static final Backoff PAUSES = new Backoff(Duration.ofMillis(250), Duration.ofSeconds(10));
  private static final int MOST_AT_ONCE = 256;

  private final TemporalCalls calls;
  private final InstantSource clock;
  private final Semaphore open = new Semaphore(MOST_AT_ONCE);

  RequestRetry(TemporalCalls calls, InstantSource clock) {
    this.calls = calls;
    this.clock = clock;
  }

  /** A request in its two forms, both under the same id. */
  interface Sending<T> {
    /** Sends the request as an update and waits for the operation's answer. */
    Outcome<T> ask(Duration limit);

    /**
     * Sends the request as a signal, which needs no worker; returns where the person will see the
     * answer.
     */
    Outcome<String> leave();
  }

  /**
   * Time that a person waits.
   *
   * @param late the sentence when nothing is known by then
   */
  record Patience(Duration limit, String late) {}

  private record News<T>(Outcome<T> outcome, boolean last) {}

  /**
   * Sends a request and returns the outcome known when the patience is over; repeats the request in
   * the background after that.
   */
  <T> Outcome<T> ask(Patience patience, Sending<T> sending) {
    return first(patience, begin(sending)).outcome();
  }

  /**
   * Sends a request and waits until it is answered.
   *
   * @param tell is called with what is known when the patience is over, and with everything new
   */
  <T> void follow(Patience patience, Sending<T> sending, Consumer<Outcome<T>> tell) {
    BlockingQueue<News<T>> news = begin(sending);
    News<T> told = first(patience, news);
    tell.accept(told.outcome());
    try {
      while (!told.last()) {
        told = news.take();
        tell.accept(told.outcome());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private <T> BlockingQueue<News<T>> begin(Sending<T> sending) {
    BlockingQueue<News<T>> news = new LinkedBlockingQueue<>();
    if (open.tryAcquire()) {
      calls.threads().execute(() -> untilAnswered(sending, news));
    } else {
      news.add(
          new News<>(
              Outcome.missed(
                  Outcome.Reason.UNREACHABLE,
                  "Not recorded: "
                      + MOST_AT_ONCE
                      + " decisions wait for Temporal already. Try again."),
              true));
    }
    return news;
  }

  /**
   * Returns the best outcome by the time the patience is over: the answer, else that Temporal keeps
   * the request, else that nothing is known.
   */
  private <T> News<T> first(Patience patience, BlockingQueue<News<T>> news) {
    News<T> best = new News<>(Outcome.missed(Outcome.Reason.UNCONFIRMED, patience.late()), false);
    long end = System.nanoTime() + patience.limit().toNanos();
    try {
      while (!best.last()) {
        News<T> next = news.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (next == null) {
          return best;
        }
        best = next;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return best;
  }

  private <T> void untilAnswered(Sending<T> sending, BlockingQueue<News<T>> news) {
    try {
      news.add(new News<>(repeated(sending, news), true));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      news.add(new News<>(TemporalCalls.stopping(), true));
    } finally {
      open.release();
    }
  }

  private <T> Outcome<T> repeated(Sending<T> sending, BlockingQueue<News<T>> news)
      throws InterruptedException {
    Instant end = clock.instant().plus(Deadlines.REPEATED);
    int failures = 0;
    boolean left = false;
    Outcome<T> outcome = sending.ask(Deadlines.UPDATE_ALONE);
    while (outcome instanceof Outcome.Missed<T> missed
        && missed.reason() != Outcome.Reason.UNKNOWN
        && clock.instant().isBefore(end)) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (!left && sending.leave() instanceof Outcome.Done<String> kept) {
        left = true;
        news.add(new News<>(Outcome.missed(Outcome.Reason.RECORDED, kept.value()), false));
      }
      failures++;
      Thread.sleep(PAUSES.after(failures));
      outcome = sending.ask(Deadlines.ATTEMPT);
    }
    if (outcome instanceof Outcome.Missed<T> missed && missed.reason() != Outcome.Reason.UNKNOWN) {
      LOG.warn(
          "A decision or request was {}: {}",
          left ? "recorded, and is not answered yet" : "not recorded",
          missed.sentence());
      return left ? Outcome.missed(Outcome.Reason.RECORDED, missed.sentence()) : outcome;
    }
    return outcome;
  }
}
