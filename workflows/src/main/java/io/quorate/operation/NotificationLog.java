package io.quorate.operation;

import io.quorate.operation.IncidentMemory.Told;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Messages that an incident itself sends to people while no operation does: a message when trouble
 * has lasted, and another message each time the trouble has changed. The trouble is a diagnosis, or
 * many findings; a finding that people do not know yet is news. The pause before the next message
 * grows with each message; a finding that has become urgent waits for no pause.
 */
public final class NotificationLog {
  private static final String TOLD_BY_OTHERS = "";

  /** Sign between the matters of one trouble. */
  private static final String BETWEEN = "\n";

  private Optional<Told> last = Optional.empty();
  private Optional<String> unsaid = Optional.empty();
  private Optional<Instant> unsaidSince = Optional.empty();

  /** When this run told people of an urgent matter last. */
  private final Map<String, Instant> urgentAt = new HashMap<>();

  /** Takes over what the run before knew. */
  public void restore(IncidentMemory memory) {
    last = memory.lastTold();
  }

  /** Returns the trouble that these findings are together, whatever their order. */
  public static String trouble(List<Alert.Standing> standing) {
    return joined(standing.stream().flatMap(Alert.Standing::matters));
  }

  /**
   * Takes in what the last look found.
   *
   * @param trouble name of the diagnosis that no operation tells people of, or what {@link
   *     #trouble} returns; empty when an operation tells people, or when nothing is wrong
   */
  public void note(Optional<String> trouble, Instant now) {
    unsaid = trouble.filter(name -> !known().containsAll(matters(name)));
    unsaidSince = unsaid.map(name -> unsaidSince.orElse(now));
    last =
        last.map(
            told ->
                new Told(
                    told.times(),
                    trouble.map(name -> stillKnown(told, name)).orElse(TOLD_BY_OTHERS),
                    told.at()));
  }

  private Set<String> known() {
    return last.map(told -> matters(told.trouble())).orElse(Set.of());
  }

  /** Matters that people know and that are not over; a matter that returns is news. */
  private static String stillKnown(Told told, String trouble) {
    String both = joined(matters(told.trouble()).stream().filter(matters(trouble)::contains));
    return both.isEmpty() ? told.trouble() : both;
  }

  private static Set<String> matters(String trouble) {
    return Arrays.stream(trouble.split(BETWEEN, -1)).collect(Collectors.toSet());
  }

  private static String joined(Stream<String> matters) {
    return matters.distinct().sorted().collect(Collectors.joining(BETWEEN));
  }

  /** Returns when people are to be told; empty when they know already. */
  public Optional<Instant> due(IncidentLimits limits) {
    Set<String> known = known();
    return unsaidSince.flatMap(
        since ->
            unsaid.stream()
                .flatMap(trouble -> matters(trouble).stream())
                .filter(matter -> !known.contains(matter))
                .map(matter -> due(matter, since.plus(limits.silence()), limits))
                .min(Instant::compareTo));
  }

  private Instant due(String matter, Instant earliest, IncidentLimits limits) {
    return pausedSince(matter)
        .map(at -> at.plus(limits.pause(times())))
        .filter(earliest::isBefore)
        .orElse(earliest);
  }

  /**
   * Returns the message after which people are left alone; an urgent matter waits after a message
   * about itself only.
   */
  private Optional<Instant> pausedSince(String matter) {
    return Alert.Standing.saysUrgent(matter)
        ? Optional.ofNullable(urgentAt.get(matter))
        : last.map(Told::at);
  }

  /** Records that people are told now; returns whether it is for the first time. */
  public boolean tell(Instant now) {
    int times = times() + 1;
    unsaid.stream()
        .flatMap(trouble -> matters(trouble).stream())
        .filter(Alert.Standing::saysUrgent)
        .forEach(matter -> urgentAt.put(matter, now));
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
