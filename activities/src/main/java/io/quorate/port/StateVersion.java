package io.quorate.port;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Version of the state of a workflow: a later one has more events in its history, or stems from a
 * later run of the same chain (continue-as-new, Temporal's reset).
 *
 * @param runStarted when the run started, in milliseconds since 1970
 * @param events length of the run's history
 */
public record StateVersion(long runStarted, long events) implements Comparable<StateVersion> {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,18})\\.(\\d{1,18})");
  private static final Comparator<StateVersion> ORDER =
      Comparator.comparingLong(StateVersion::runStarted).thenComparingLong(StateVersion::events);

  /** The version as a text that {@link #parse} reads: {@code 1763780000000.42}. */
  public String text() {
    return runStarted + "." + events;
  }

  /** Parses {@link #text}; empty for any other text. */
  public static Optional<StateVersion> parse(String text) {
    Matcher match = TEXT.matcher(text);
    return match.matches()
        ? Optional.of(
            new StateVersion(Long.parseLong(match.group(1)), Long.parseLong(match.group(2))))
        : Optional.empty();
  }

  @Override
  public int compareTo(StateVersion other) {
    return ORDER.compare(this, other);
  }
}
