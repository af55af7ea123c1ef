package io.quorate.operation;

import io.quorate.operation.IncidentMemory.Told;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Messages that an incident itself sends to people while no operation does: a message when trouble
 * has lasted, and another message each time the trouble has changed.
 */
public final class NotificationLog {
  private static final String TOLD_BY_OTHERS = "";

  private Optional<Told> last = Optional.empty();
  private Optional<String> unsaid = Optional.empty();
  private Optional<Instant> unsaidSince = Optional.empty();

  /** Takes over what the run before knew. */
  public void restore(IncidentMemory memory) {
    last = memory.lastTold();
  }

  /**
   * Takes in what the last look found.
   *
   * @param trouble name of the diagnosis that no operation tells people of; empty when one does, or
   *     when nothing is wrong
   */
  public void note(Optional<String> trouble, Instant now) {
    unsaid = trouble.filter(name -> last.filter(told -> told.trouble().equals(name)).isEmpty());
    unsaidSince = unsaid.map(name -> unsaidSince.orElse(now));
    if (trouble.isEmpty()) {
      last = last.map(told -> new Told(told.times(), TOLD_BY_OTHERS, told.at()));
    }
  }

  /** Returns when people are to be told; empty when they know already. */
  public Optional<Instant> due(IncidentLimits limits) {
    return unsaidSince.flatMap(
        since ->
            Stream.concat(
                    Stream.of(since.plus(limits.silence())),
                    last.map(told -> told.at().plus(limits.pause(told.times()))).stream())
                .max(Instant::compareTo));
  }

  /** Records that people are told now; returns whether it is for the first time. */
  public boolean tell(Instant now) {
    int times = times() + 1;
    last = Optional.of(new Told(times, unsaid.orElse(TOLD_BY_OTHERS), now));
    unsaid = Optional.empty();
    unsaidSince = Optional.empty();
    return times == 1;
  }

  /** Returns how often people have been told, 0 when never. */
  public int times() {
    return last.map(Told::times).orElse(0);
  }

  public Optional<Told> last() {
    return last;
  }
}
