package io.quorate.operation;

import io.quorate.operation.IncidentMemory.Told;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Messages that an incident itself sends to people while no operation does: a message when trouble
 * has lasted, and another message each time the trouble has changed. The trouble is a diagnosis, or
 * many findings, of which people are told again only when there is one that they do not know.
 */
public final class NotificationLog {
  private static final String TOLD_BY_OTHERS = "";

  /** Sign between the matters of one trouble. */
  private static final String BETWEEN = "\n";

  private Optional<Told> last = Optional.empty();
  private Optional<String> unsaid = Optional.empty();
  private Optional<Instant> unsaidSince = Optional.empty();

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

  /** The matters that people know, without those that are over: these are news when they return. */
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
