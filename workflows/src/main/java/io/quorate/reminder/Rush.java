package io.quorate.reminder;

import io.quorate.cluster.ClusterKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Matters that people have to be told of at one time. A channel takes about one message a second,
 * so of many clusters that fail together the last one would be told of late, and people would be
 * woken once for each. Whoever has to stand in line is named in one summary first; then each matter
 * gets its own message when its turn comes, at once where somebody has taken it.
 *
 * @param matters those in line, and those told of within {@link #LASTS}
 */
public record Rush(List<Arrival> matters) {
  /** Largest number of first messages posted at one time; further matters wait in line. */
  public static final int AT_ONCE = 5;

  /** How long a matter stands in line before a summary names it: others may come meanwhile. */
  public static final Duration GATHERS = Duration.ofSeconds(2);

  /** How long a matter belongs to a rush after it was told of, and a summary can be added to. */
  public static final Duration LASTS = Duration.ofMinutes(2);

  /** Order: what somebody has taken, then clusters without writes, then the longest wait. */
  private static final Comparator<Arrival> BY_TURN =
      Comparator.comparing((Arrival one) -> one.waiting().taken().isEmpty())
          .thenComparing(one -> one.waiting(), Waiting.WORST_FIRST)
          .thenComparing(Arrival::subject);

  /** Order in a summary: the worst first, whether or not somebody is on it. */
  private static final Comparator<Arrival> BY_TROUBLE =
      Comparator.comparing(Arrival::waiting, Waiting.WORST_FIRST)
          .thenComparing(Arrival::cluster)
          .thenComparing(Arrival::subject);

  public Rush {
    matters = List.copyOf(matters);
  }

  /** Creates the rush of these matters, without those that were told of long ago. */
  public static Rush of(Collection<Arrival> matters, Instant now) {
    return new Rush(matters.stream().filter(one -> !one.isOver(now)).toList());
  }

  /**
   * Returns the number of subjects that go first, by subject in line. The first message of a
   * subject may be posted where fewer than {@link #AT_ONCE} go first.
   */
  public Map<String, Integer> places() {
    Map<String, Integer> places = new HashMap<>();
    inLine().forEach(one -> places.put(one.subject(), places.size()));
    return places;
  }

  private List<Arrival> inLine() {
    return matters.stream().filter(one -> one.told().isEmpty()).sorted(BY_TURN).toList();
  }

  /**
   * Returns the matters that a summary has to name now, one a cluster and the worst first; empty
   * once every waiting cluster is named. A summary also names clusters whose own message is already
   * posted.
   */
  public Optional<List<Arrival>> summary(Instant now) {
    Set<ClusterKey> known = new HashSet<>();
    matters.stream()
        .filter(one -> one.named() || one.told().isPresent())
        .forEach(one -> known.add(one.cluster()));
    List<Arrival> line = inLine();
    line.stream().limit(AT_ONCE).forEach(one -> known.add(one.cluster()));
    boolean due =
        line.stream()
            .filter(one -> !known.contains(one.cluster()))
            .anyMatch(one -> !now.isBefore(one.came().plus(GATHERS)));
    return due ? Optional.of(clusters()) : Optional.empty();
  }

  private List<Arrival> clusters() {
    Map<ClusterKey, Arrival> worst = new LinkedHashMap<>();
    matters.stream().sorted(BY_TROUBLE).forEach(one -> worst.putIfAbsent(one.cluster(), one));
    return List.copyOf(worst.values());
  }
}
