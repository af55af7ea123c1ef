package io.quorate.observation;

import io.quorate.cluster.ClusterId;
import io.quorate.port.ClusterPorts;
import io.quorate.port.Failure;
import io.quorate.record.Incarnation;
import io.quorate.snapshot.Protection;
import io.quorate.snapshot.RaftOrder;
import io.quorate.snapshot.RestoreSource;
import io.quorate.view.ClusterView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Snapshots that a look carries for a restore: the furthest of each history that counts, whatever
 * clocks said of them. Those that cannot be used are carried as witnesses of how far the cluster
 * was, and one of each other history so that people read why it is not taken. A snapshot that the
 * store did not return counts as unread, and never as missing.
 */
final class CarriedSources {
  /** Most snapshots of a history that are carried, of each kind. */
  private static final int MOST = 24;

  /** Most other histories of which a snapshot is carried. */
  private static final int MOST_OTHERS = 8;

  private final ClusterPorts ports;
  private final Optional<String> named;

  /** Why requests to the store failed, in words. */
  private final List<String> unread = new ArrayList<>();

  /**
   * Collects the snapshots for one look.
   *
   * @param named the file that a person named; the file may be older than all other carried
   *     snapshots
   */
  CarriedSources(ClusterPorts ports, Optional<String> named) {
    this.ports = ports;
    this.named = named;
  }

  /** The view with them, in the order of the store. */
  ClusterView in(ClusterView view) {
    List<RestoreSource> known =
        asked(() -> ports.snapshots().known(ports.cluster())).orElse(List.of());
    Predicate<RestoreSource> own =
        source ->
            isOfItsHistory(view, source.saved().clusterId())
                && !view.past().isGivenUp(source.saved());
    Predicate<RestoreSource> usable = source -> source.unusable().isEmpty();
    Set<RestoreSource> carried =
        Stream.concat(
                Stream.of(usable, usable.negate())
                    .flatMap(kind -> furthest(known.stream().filter(own).filter(kind))),
                ofOthers(known.stream().filter(own.negate())))
            .collect(Collectors.toCollection(HashSet::new));
    Set<String> wanted = wanted(view);
    known.stream().filter(source -> wanted.contains(source.saved().file())).forEach(carried::add);
    ClusterView with =
        view.withSources(
            Stream.concat(known.stream().filter(carried::contains), foreign(wanted, known))
                .toList());
    return unread.isEmpty()
        ? with
        : with.protectedBy(
            with.protection().orElse(Protection.NONE).notAllRead(String.join("; ", unread)));
  }

  /**
   * Returns the file that a person named, and the file from which an unfinished restore was made.
   */
  private Set<String> wanted(ClusterView view) {
    Optional<String> unfinished =
        view.past()
            .incarnation()
            .filter(now -> view.past().isUnserved(view.clusterId()))
            .flatMap(now -> now.began().because());
    return Stream.of(named, unfinished)
        .flatMap(Optional::stream)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Reads the wanted files that Quorate did not save. The store does not list these files among its
   * known snapshots.
   */
  private Stream<RestoreSource> foreign(Set<String> wanted, List<RestoreSource> known) {
    Set<String> saved =
        known.stream().map(source -> source.saved().file()).collect(Collectors.toSet());
    return wanted.stream()
        .filter(file -> !saved.contains(file))
        .flatMap(file -> foreign(file).stream());
  }

  private Optional<RestoreSource> foreign(String file) {
    return asked(() -> ports.snapshots().foreign(ports.cluster(), file)).flatMap(found -> found);
  }

  /**
   * Returns the answer of the store. Where the store fails, returns nothing and keeps the reason in
   * {@link #unread}.
   */
  private <T> Optional<T> asked(Supplier<T> call) {
    try {
      return Optional.of(call.get());
    } catch (Failure failure) {
      unread.add(String.valueOf(failure.getMessage()));
      return Optional.empty();
    }
  }

  /** The furthest of each history, for raft tells no order of two. */
  private static Stream<RestoreSource> furthest(Stream<RestoreSource> sources) {
    return sources
        .collect(Collectors.groupingBy(source -> source.saved().clusterId()))
        .values()
        .stream()
        .flatMap(history -> RaftOrder.of(history).reversed().stream().limit(MOST));
  }

  /** The furthest snapshot of each other history. */
  private static Stream<RestoreSource> ofOthers(Stream<RestoreSource> sources) {
    return sources
        .collect(Collectors.groupingBy(source -> source.saved().clusterId().toString()))
        .entrySet()
        .stream()
        .sorted(Map.Entry.comparingByKey())
        .limit(MOST_OTHERS)
        .map(history -> RaftOrder.of(history.getValue()).getLast());
  }

  /**
   * Whether a snapshot is of the history that the cluster has, or served last. A dead future, or
   * another cluster's snapshot in the same place, is counted apart, so it crowds out none of these.
   */
  private static boolean isOfItsHistory(ClusterView view, ClusterId id) {
    return view.clusterId().filter(id::equals).isPresent()
        || view.past().lastServed().map(Incarnation::clusterId).filter(id::equals).isPresent();
  }
}
