package io.quorate.execution;

import io.quorate.step.Snapshots.CountKeys;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Counts the keys of one member by prefix, over a limited number of pages. */
final class CountKeysExecutor implements StepExecutor<CountKeys> {
  private static final int LARGEST = 5;

  @Override
  public Optional<String> execute(CountKeys step, StepContext context) {
    Map<String, Long> counts = context.ports().storage().largestPrefixes(step.from(), LARGEST);
    return Optional.of(
        counts.isEmpty()
            ? "there are no keys"
            : "most keys: "
                + counts.entrySet().stream()
                    .map(CountKeysExecutor::inWords)
                    .collect(Collectors.joining(", ")));
  }

  private static String inWords(Map.Entry<String, Long> count) {
    String prefix = count.getKey().isEmpty() ? "no path" : count.getKey();
    return String.format(Locale.ROOT, "%s %,d", prefix, count.getValue());
  }
}
