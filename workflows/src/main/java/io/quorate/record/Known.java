package io.quorate.record;

import java.util.Optional;
import java.util.function.BinaryOperator;

/** Merges a fact of two records, each of which may lack the fact. */
final class Known {
  private Known() {}

  /** Both facts merged; where one record lacks the fact, the fact of the other record. */
  static <T> Optional<T> either(Optional<T> one, Optional<T> other, BinaryOperator<T> both) {
    return one.map(own -> other.map(its -> both.apply(own, its)).orElse(own)).or(() -> other);
  }
}
