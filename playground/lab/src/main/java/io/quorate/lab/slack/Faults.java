package io.quorate.lab.slack;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What goes wrong on demand. Each fault of a method happens once. */
public final class Faults {
  /** How one call of a method fails. */
  sealed interface Fault {
    /** 429 with Retry-After. */
    record TooMany(Duration retryAfter) implements Fault {}

    /** The answer, or the work before it, waits until it is let go. */
    record Held(Hold hold) implements Fault {}

    /** It is done, but the connection breaks before the answer. */
    record AnswerLost() implements Fault {}

    /** A page with status 200 that is none of Slack's, as a proxy sends it. */
    record ForeignPage() implements Fault {}

    /** Status 200 and nothing else, as a proxy sends it that lost the body. */
    record EmptyAnswer() implements Fault {}

    /** {@code ok: false} with this error. */
    record Refused(String error) implements Fault {}
  }

  private final Map<String, Fault> next = new ConcurrentHashMap<>();
  private final Map<String, Instant> closedUntil = new ConcurrentHashMap<>();
  private final AtomicInteger early = new AtomicInteger();
  private volatile boolean down;
  private volatile boolean deliveringTwice;
  private volatile boolean forgettingClientIds;

  /** Everything is answered with 503 until {@link #up}. */
  public void down() {
    down = true;
  }

  public void up() {
    down = false;
  }

  /**
   * The next call of this method is answered with 429, and so is every other one until the time is
   * over.
   */
  public void tooMany(String method, Duration retryAfter) {
    next.put(method, new Fault.TooMany(retryAfter));
  }

  /** Number of calls that came although Slack had asked to wait longer. */
  public int earlyCalls() {
    return early.get();
  }

  /** The next call of this method is held: before it is carried out, or before its answer. */
  public Hold hold(String method, Hold.At at) {
    Hold hold = new Hold(at);
    next.put(method, new Fault.Held(hold));
    return hold;
  }

  /** The next call of this method is answered by a proxy: a page, with status 200. */
  public void foreignPage(String method) {
    next.put(method, new Fault.ForeignPage());
  }

  /** The next call of this method is answered by a proxy: status 200 and an empty body. */
  public void emptyAnswer(String method) {
    next.put(method, new Fault.EmptyAnswer());
  }

  /** The next call of this method is carried out, and its answer lost. */
  public void loseAnswer(String method) {
    next.put(method, new Fault.AnswerLost());
  }

  /**
   * The next call of this method is refused: {@code channel_not_found}, {@code token_revoked}, ...
   */
  public void refuse(String method, String error) {
    next.put(method, new Fault.Refused(error));
  }

  /** From now on every click is delivered twice, as Slack may do. */
  public void deliverTwice() {
    deliveringTwice = true;
  }

  /** From now on a post is not recognised by its client id: Slack does not promise that it is. */
  public void forgetClientIds() {
    forgettingClientIds = true;
  }

  boolean isForgettingClientIds() {
    return forgettingClientIds;
  }

  boolean isDown() {
    return down;
  }

  boolean isDeliveringTwice() {
    return deliveringTwice;
  }

  Optional<Fault> take(String method) {
    Instant now = Instant.now();
    Instant until = closedUntil.getOrDefault(method, now);
    if (until.isAfter(now)) {
      early.incrementAndGet();
      return Optional.of(new Fault.TooMany(Duration.between(now, until).plusSeconds(1)));
    }
    Optional<Fault> fault = Optional.ofNullable(next.remove(method));
    if (fault.isPresent() && fault.get() instanceof Fault.TooMany tooMany) {
      closedUntil.put(method, now.plus(tooMany.retryAfter()));
    }
    return fault;
  }
}
