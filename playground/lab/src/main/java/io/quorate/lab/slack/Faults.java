package io.quorate.lab.slack;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Faults of the emulated Slack, on demand. A fault set for a method hits its next call only, except
 * {@link #tooMany}; the others last as their method says.
 */
public final class Faults {
  /** How one call of a method fails. */
  sealed interface Fault {
    /** Status 429 with Retry-After. */
    record TooMany(Duration retryAfter) implements Fault {}

    /**
     * The call waits, before it is carried out or before its answer, until the test releases it.
     */
    record Held(Hold hold) implements Fault {}

    /** The call is carried out, but the connection breaks before the answer. */
    record AnswerLost() implements Fault {}

    /** Status 200 with a page that is not Slack's, as a proxy sends it. */
    record ForeignPage() implements Fault {}

    /** Status 200 with an empty body, as from a proxy that lost the body. */
    record EmptyAnswer() implements Fault {}

    /** An answer with {@code ok: false} and this error. */
    record Refused(String error) implements Fault {}
  }

  private final Map<String, Fault> next = new ConcurrentHashMap<>();
  private final Map<String, Instant> closedUntil = new ConcurrentHashMap<>();
  private final Map<String, Duration> paces = new ConcurrentHashMap<>();
  private final Map<String, Instant> last = new ConcurrentHashMap<>();
  private final AtomicInteger early = new AtomicInteger();
  private volatile boolean down;
  private volatile boolean deliveringTwice;
  private volatile boolean forgettingClientIds;

  /** Answers every call with 503 until {@link #up}. */
  public void down() {
    down = true;
  }

  public void up() {
    down = false;
  }

  /** Answers the method's next call with 429, and all further ones until the time is over. */
  public void tooMany(String method, Duration retryAfter) {
    next.put(method, new Fault.TooMany(retryAfter));
  }

  /**
   * Answers a method's call with 429 for a second whenever it comes sooner than this after the last
   * one, as Slack does with posts that are less than about a second apart.
   */
  public void atMostEvery(String method, Duration pace) {
    paces.put(method, pace);
  }

  /** Returns the number of calls that came although Slack had asked to wait longer. */
  public int earlyCalls() {
    return early.get();
  }

  /** Holds the method's next call: before it is carried out, or before its answer. */
  public Hold hold(String method, Hold.At at) {
    Hold hold = new Hold(at);
    next.put(method, new Fault.Held(hold));
    return hold;
  }

  /** Answers the method's next call as a proxy would: a foreign page with status 200. */
  public void foreignPage(String method) {
    next.put(method, new Fault.ForeignPage());
  }

  /** Answers the method's next call as a broken proxy would: status 200 and an empty body. */
  public void emptyAnswer(String method) {
    next.put(method, new Fault.EmptyAnswer());
  }

  /** Carries out the method's next call and loses its answer. */
  public void loseAnswer(String method) {
    next.put(method, new Fault.AnswerLost());
  }

  /** Refuses the method's next call with an error such as {@code channel_not_found}. */
  public void refuse(String method, String error) {
    next.put(method, new Fault.Refused(error));
  }

  /** Delivers every further click twice, as Slack may do. */
  public void deliverTwice() {
    deliveringTwice = true;
  }

  /** Ignores the client id of further posts: Slack does not promise to recognise repeated ones. */
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
    Optional<Fault> fault = Optional.ofNullable(next.remove(method)).or(() -> tooSoon(method, now));
    if (fault.isPresent() && fault.get() instanceof Fault.TooMany tooMany) {
      closedUntil.put(method, now.plus(tooMany.retryAfter()));
    }
    return fault;
  }

  private Optional<Fault> tooSoon(String method, Instant now) {
    Duration pace = paces.getOrDefault(method, Duration.ZERO);
    Instant before = last.put(method, now);
    return before != null && before.plus(pace).isAfter(now)
        ? Optional.of(new Fault.TooMany(Duration.ofSeconds(1)))
        : Optional.empty();
  }
}
