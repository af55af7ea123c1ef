package io.quorate.playground;

import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.killing.KillPoint.Moment;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The long profile of the tests, of which every other run does a part. */
final class FaultMatrix {
  private FaultMatrix() {}

  static boolean isWhole() {
    return "all".equals(System.getProperty("quorate.faultMatrix"));
  }

  /**
   * Whether the matrix plays this scenario: any one, unless {@code -Dquorate.scenarios} names some,
   * separated by commas.
   */
  static boolean plays(Scenario scenario) {
    String named = System.getProperty("quorate.scenarios", "");
    return named.isBlank() || List.of(named.split(",")).contains(scenario.name());
  }

  /** 3.6 always, every minor in the whole matrix. */
  static Stream<String> minors() {
    return isWhole() ? Stream.of("3.6", "3.4", "3.5", "3.7") : Stream.of("3.6");
  }

  /** Points after each of these steps, in the whole matrix before each too. */
  static Set<KillPoint> around(List<String> steps) {
    Set<KillPoint> points = KillPoint.at(Moment.AFTER, steps);
    if (isWhole()) {
      points.addAll(KillPoint.at(Moment.BEFORE, steps));
    }
    return points;
  }

  /** The first of these always, the others in the whole matrix only. */
  static <T> Stream<T> first(T always, T other) {
    return isWhole() ? Stream.of(always, other) : Stream.of(always);
  }
}
