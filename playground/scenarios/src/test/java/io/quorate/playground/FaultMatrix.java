package io.quorate.playground;

import io.quorate.lab.machine.Command;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.killing.KillPoint.Moment;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The long profile of the tests, of which every other run plays a part. A number draws the part.
 * The number is made of the commit, so that each commit plays another part and the same commit
 * always the same.
 */
final class FaultMatrix {
  /** Number of parts in which the tests that need not run each time take their turns. */
  static final int PARTS = 12;

  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Digits of a commit's name that make the number. */
  private static final int DIGITS = 7;

  private static final int NUMBER = number();

  private FaultMatrix() {}

  static boolean isWhole() {
    return "all".equals(System.getProperty("quorate.faultMatrix"));
  }

  static boolean isTurnOf(int part) {
    return isWhole() || NUMBER % PARTS + 1 == part;
  }

  /**
   * Whether the matrix plays this scenario: any one, unless {@code -Dquorate.scenarios} names some,
   * separated by commas.
   */
  static boolean plays(String scenario) {
    String named = System.getProperty("quorate.scenarios", "");
    return named.isBlank() || List.of(named.split(",")).contains(scenario);
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

  /** One of these, which the number draws; all in the whole matrix. */
  @SafeVarargs
  static <T> Stream<T> oneOf(T... choices) {
    return isWhole() ? Stream.of(choices) : Stream.of(drawn(List.of(choices)));
  }

  /** The choice that the number draws. */
  static <T> T drawn(List<T> choices) {
    return choices.get(NUMBER / PARTS % choices.size());
  }

  private static int number() {
    String given = System.getProperty("quorate.draw", "");
    int number = given.isBlank() ? ofCommit() : Integer.parseUnsignedInt(given);
    if (!isWhole()) {
      System.err.printf(
          "Part %d of %d of the fault matrix is played. -Dquorate.draw=%d plays this part again,"
              + " -Pfault-matrix all of them.%n",
          number % PARTS + 1, PARTS, number);
    }
    return number;
  }

  /** Returns the number of the checked out commit; 0 outside of a repository. */
  private static int ofCommit() {
    try {
      var asked = Command.of("git", "rev-parse", "HEAD").run(LIMIT);
      return asked.succeeded() ? Integer.parseInt(asked.lastLine().substring(0, DIGITS), 16) : 0;
    } catch (IOException noGit) {
      return 0;
    } catch (InterruptedException called) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }
}
