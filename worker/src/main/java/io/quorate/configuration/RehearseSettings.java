package io.quorate.configuration;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Scheduled rehearsals of one cluster.
 *
 * @param every the time between two; empty: no schedule
 * @param lose what is stated to be lost; empty: what the runbook of rehearsals chooses
 * @param runbook whose plan is rehearsed; empty: the one that answers the loss
 */
public record RehearseSettings(
    Optional<Duration> every, Optional<String> lose, Optional<String> runbook) {
  static final String EXAMPLE = "rehearse: {every: 30d, runbook: majority-recovery}";

  /** The least time between two: each one asks people. */
  private static final Duration LEAST = Duration.ofHours(1);

  /** No schedule. */
  public static final RehearseSettings NONE =
      new RehearseSettings(Optional.empty(), Optional.empty(), Optional.empty());

  /** Returns the options of the runbook. */
  public Map<String, List<String>> options() {
    Map<String, List<String>> options = new TreeMap<>();
    lose.ifPresent(what -> options.put("lose", List.of(what)));
    runbook.ifPresent(name -> options.put("runbook", List.of(name)));
    return options;
  }

  static RehearseSettings read(Section section) {
    return new RehearseSettings(
        section.optional("every", RehearseSettings::every),
        section.optional("lose", ValueParsers::text),
        section.optional("runbook", ValueParsers::text));
  }

  private static Duration every(Scalar scalar) throws Wrong {
    Duration read = ValueParsers.duration(scalar);
    if (read.compareTo(LEAST) < 0) {
      throw new Wrong("a rehearsal asks people; write 1h or more, as in 30d");
    }
    return read;
  }
}
