package io.quorate.playground;

import java.util.stream.Stream;

/** The long profile of the tests, of which every other run does a part. */
final class FaultMatrix {
  private FaultMatrix() {}

  static boolean isWhole() {
    return "all".equals(System.getProperty("quorate.faultMatrix"));
  }

  /** The first of these always, the others in the whole matrix only. */
  static <T> Stream<T> first(T always, T other) {
    return isWhole() ? Stream.of(always, other) : Stream.of(always);
  }
}
