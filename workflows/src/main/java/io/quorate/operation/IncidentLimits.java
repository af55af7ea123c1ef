package io.quorate.operation;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Limits that one run of an incident keeps. They are recorded when the run begins, so that a
 * release with other limits can replay the run.
 *
 * @param pauses before each proposal that follows an unanswered one; the last pause repeats
 * @param watch how long one watch lasts when nothing changes
 * @param looksSoon how many looks follow closely on each other, because the cluster may settle
 * @param blind pause before another look, when looking failed
 * @param silence how long trouble that no operation answers lasts before people are told: the first
 *     minute of a failure has a diagnosis of its own
 * @param operation how long an incident of a whole cluster stays open for its operation to end
 * @param events number of history events after which the incident continues as new
 * @param report longest time for one writing of the incident's report; empty: the release that
 *     began the run wrote no report
 */
public record IncidentLimits(
    List<Duration> pauses,
    Duration watch,
    int looksSoon,
    Duration blind,
    Duration silence,
    Duration operation,
    int events,
    Optional<Duration> report) {
  public static final IncidentLimits OF_THIS_RELEASE =
      new IncidentLimits(
          List.of(
              Duration.ofMinutes(1),
              Duration.ofMinutes(5),
              Duration.ofMinutes(15),
              Duration.ofMinutes(60)),
          Duration.ofHours(6),
          24,
          Duration.ofSeconds(60),
          Duration.ofSeconds(30),
          Duration.ofMinutes(10),
          1500,
          Optional.of(Duration.ofMinutes(10)));

  public IncidentLimits {
    pauses = List.copyOf(pauses);
    events = events == 0 ? 1500 : events;
  }

  /**
   * Returns the pause after this many tries.
   *
   * @param tries from 1
   */
  public Duration pause(int tries) {
    return pauses.isEmpty()
        ? Duration.ofHours(1)
        : pauses.get(Math.min(Math.max(tries, 1), pauses.size()) - 1);
  }
}
