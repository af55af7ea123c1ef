package io.quorate.causes;

import io.quorate.cluster.ClusterKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Troubles of a fleet, and their common causes. What the workflow {@code fleet/causes} does follows
 * from them, also when its history is replayed: a change of a number or of a rule needs a version
 * in the workflow.
 *
 * @param troubled clusters in trouble, the oldest first
 * @param causes the causes that are not over
 */
public record FleetTroubles(List<TroubledCluster> troubled, List<OpenCause> causes) {
  public static final FleetTroubles NONE = new FleetTroubles(List.of(), List.of());

  /** How long the clusters of a cause propose nothing by themselves. */
  public static final Duration HELD = Duration.ofMinutes(10);

  /** Time in which more clusters are found before people are told: longer than a pass. */
  private static final Duration GATHERING = Duration.ofSeconds(40);

  /** Age at which a trouble is forgotten although no worker reported its end. */
  private static final Duration OLD = Duration.ofDays(1);

  /** Clusters that are kept: what a workflow hands to its next run has to stay below 2 MiB. */
  static final int MOST = 2000;

  public FleetTroubles {
    troubled = List.copyOf(troubled);
    causes = List.copyOf(causes);
  }

  /**
   * A cause that people are told of.
   *
   * @param foundAt when it was found
   * @param toldAt when people were told; empty while more clusters may join
   */
  public record OpenCause(CommonCause cause, Instant foundAt, Optional<Instant> toldAt) {
    /** Returns until when the clusters of the cause propose nothing by themselves. */
    public Instant heldUntil() {
      return foundAt.plus(HELD);
    }

    private Instant dueAt() {
      return foundAt.plus(GATHERING);
    }
  }

  /** Returns when people have to be told of the next cause. */
  public Optional<Instant> nextTelling() {
    return causes.stream()
        .filter(one -> one.toldAt().isEmpty())
        .map(OpenCause::dueAt)
        .min(Instant::compareTo);
  }

  /** Returns a cause that people have to be told of now. */
  public Optional<OpenCause> untold(Instant now) {
    return causes.stream()
        .filter(one -> one.toldAt().isEmpty() && !now.isBefore(one.dueAt()))
        .findFirst();
  }

  /** Notes that people were told of a cause. */
  public FleetTroubles told(OpenCause cause, Instant at) {
    return new FleetTroubles(
        troubled,
        causes.stream()
            .map(
                one ->
                    one.equals(cause)
                        ? new OpenCause(one.cause(), one.foundAt(), Optional.of(at))
                        : one)
            .toList());
  }

  /** Notes that people were not told of these causes after all; the ids are those of the causes. */
  public FleetTroubles notTold(Set<String> ids) {
    return new FleetTroubles(
        troubled,
        causes.stream()
            .map(
                one ->
                    ids.contains(one.cause().id())
                        ? new OpenCause(one.cause(), one.foundAt(), Optional.empty())
                        : one)
            .toList());
  }

  /**
   * Takes troubles that were seen, and ends of others. A cause lasts while one of its clusters is
   * in trouble; clusters that come later join it. At most 2,000 troubles are kept.
   */
  public FleetTroubles after(List<TroubledCluster> seen, Set<ClusterKey> well, Instant now) {
    Collection<TroubledCluster> all = all(seen, well, now);
    return with(all.size() > MOST ? newest(all) : List.copyOf(all), now);
  }

  /**
   * Does as {@link #after}, and keeps the oldest where troubles are too many: so did the build that
   * began a run whose history is replayed.
   */
  public FleetTroubles afterKeepingOldest(
      List<TroubledCluster> seen, Set<ClusterKey> well, Instant now) {
    return with(all(seen, well, now).stream().limit(MOST).toList(), now);
  }

  private FleetTroubles with(List<TroubledCluster> left, Instant now) {
    return new FleetTroubles(left, causes(left, now));
  }

  private Collection<TroubledCluster> all(
      List<TroubledCluster> seen, Set<ClusterKey> well, Instant now) {
    Map<ClusterKey, TroubledCluster> all = new LinkedHashMap<>();
    troubled.stream()
        .filter(one -> one.since().plus(OLD).isAfter(now))
        .forEach(one -> all.put(one.cluster(), one));
    seen.forEach(one -> all.put(one.cluster(), one));
    all.keySet().removeAll(well);
    return all.values();
  }

  private static List<TroubledCluster> newest(Collection<TroubledCluster> all) {
    return all.stream()
        .sorted(Comparator.comparing(TroubledCluster::since))
        .skip(all.size() - MOST)
        .toList();
  }

  private List<OpenCause> causes(List<TroubledCluster> all, Instant now) {
    Map<String, OpenCause> open = new LinkedHashMap<>();
    List<CommonCause> found = CommonCause.of(all);
    causes.stream()
        .filter(one -> all.stream().anyMatch(any -> one.cause().clusters().contains(any.cluster())))
        .filter(one -> one.toldAt().isPresent() || !one.cause().isOnlyAVersionBeside(found))
        .forEach(one -> open.put(one.cause().attribute(), one));
    for (CommonCause one : found) {
      open.merge(one.attribute(), new OpenCause(one, now, Optional.empty()), FleetTroubles::joined);
    }
    return new ArrayList<>(open.values());
  }

  /** Clusters join a cause as long as the cause holds; a later outage is a cause of its own. */
  private static OpenCause joined(OpenCause known, OpenCause found) {
    if (!found.cause().since().isBefore(known.heldUntil())) {
      return found;
    }
    Set<ClusterKey> both = new LinkedHashSet<>(found.cause().clusters());
    both.addAll(known.cause().clusters());
    return new OpenCause(
        new CommonCause(
            known.cause().attribute(),
            found.cause().of(),
            List.copyOf(both),
            known.cause().since()),
        known.foundAt(),
        known.toldAt());
  }

  /** Returns the cause that holds a cluster back; empty where none does. */
  public Optional<OpenCause> holding(ClusterKey cluster, Instant now) {
    return causes.stream()
        .filter(one -> one.cause().clusters().contains(cluster))
        .filter(one -> now.isBefore(one.heldUntil()))
        .findFirst();
  }

  /** Returns the causes in sentences, for the list of incidents; empty where there is none. */
  public Optional<String> sentences() {
    String all =
        causes.stream()
            .map(OpenCause::cause)
            .map(one -> one.id() + ": " + one.sentence() + ", the first since " + one.since() + ".")
            .collect(Collectors.joining("\n"));
    return all.isEmpty() ? Optional.empty() : Optional.of(all);
  }
}
