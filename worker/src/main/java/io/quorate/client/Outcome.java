package io.quorate.client;

import java.util.Optional;
import java.util.function.Function;

/** Outcome of a call to Temporal: an answer, or one of few reasons why there is none. */
public sealed interface Outcome<T> {
  /** The answer. */
  record Done<T>(T value) implements Outcome<T> {}

  /** A missing answer with its reason; the sentence is for people. */
  record Missed<T>(Reason reason, String sentence) implements Outcome<T> {}

  /** Reasons of a missing answer, by what the caller may do next. */
  enum Reason {
    /** Temporal has no such execution, or it has ended: asking again is of no use. */
    UNKNOWN,
    /** Temporal has the execution, but no worker answers for it. */
    NO_WORKER,
    /** Temporal did not answer in time, or could not accept the call. */
    UNREACHABLE,
    /**
     * Temporal was asked and the request may still count; the request is repeated in the
     * background.
     */
    UNCONFIRMED,
    /** Temporal keeps the request, and no worker has taken it up yet. */
    RECORDED
  }

  /** Returns the answer; empty where it is missing. */
  default Optional<T> answer() {
    return this instanceof Done<T> done ? Optional.of(done.value()) : Optional.empty();
  }

  /** Returns an outcome without an answer. */
  static <T> Outcome<T> missed(Reason reason, String sentence) {
    return new Missed<>(reason, sentence);
  }

  /**
   * Returns the outcome of the next call, made with this answer; without an answer the call is not
   * made.
   */
  default <R> Outcome<R> then(Function<T, Outcome<R>> next) {
    return switch (this) {
      case Done<T> done -> next.apply(done.value());
      case Missed<T> missed -> new Missed<>(missed.reason(), missed.sentence());
    };
  }

  /** Returns the outcome with the answer converted. */
  default <R> Outcome<R> map(Function<T, R> change) {
    return then(value -> new Done<>(change.apply(value)));
  }

  /**
   * Returns an answer made of the sentence where this outcome was missed for the given reason;
   * otherwise this outcome.
   */
  default Outcome<T> recover(Reason reason, Function<String, T> answer) {
    return this instanceof Missed<T> missed && missed.reason() == reason
        ? new Done<>(answer.apply(missed.sentence()))
        : this;
  }

  /** Returns the outcome with another sentence where it was missed for the given reason. */
  default Outcome<T> explain(Reason reason, String sentence) {
    return this instanceof Missed<T> missed && missed.reason() == reason
        ? new Missed<>(reason, sentence)
        : this;
  }
}
