package io.quorate.record;

import io.quorate.cluster.Amounts;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An operation that changed the cluster, as the record keeps it. Two installations of Quorate on
 * one cluster notice each other by it. An operation that goes on in a Temporal that was restored
 * from a backup notices by it that another one came after it.
 *
 * @param operation its id
 * @param installation which Temporal namespace carries it out; empty where that is not known
 * @param began when it began its first change; later than that of every operation before it
 * @param last when the operation began its last change, or last renewed its note during the change
 */
public record Changer(String operation, String installation, Instant began, Instant last) {
  /** Most operations that are kept; the oldest are forgotten first. */
  private static final int MOST = 16;

  /** Time for which a change keeps operations of other installations away. */
  private static final Duration KEPT = Duration.ofMinutes(10);

  /** Returns these operations and this one, which begins a change now. */
  static List<Changer> beginning(
      List<Changer> all, String operation, String installation, Instant now) {
    Instant after = all.isEmpty() ? Instant.EPOCH : all.get(all.size() - 1).began().plusMillis(1);
    Instant began = now.isBefore(after) ? after : now;
    return latest(all, List.of(new Changer(operation, installation, began, now)));
  }

  /** Joins what two records keep: each operation once, in the order of their first changes. */
  static List<Changer> latest(List<Changer> one, List<Changer> other) {
    Collection<Changer> all =
        Stream.concat(one.stream(), other.stream())
            .collect(Collectors.toMap(Changer::operation, Function.identity(), Changer::or))
            .values();
    return all.stream()
        .sorted(Comparator.comparing(Changer::began).thenComparing(Changer::operation))
        .skip(Math.max(0, all.size() - MOST))
        .toList();
  }

  private Changer or(Changer other) {
    return new Changer(
        operation,
        installation.compareTo(other.installation) >= 0 ? installation : other.installation,
        began.isBefore(other.began) ? began : other.began,
        last.isAfter(other.last) ? last : other.last);
  }

  /** Returns why an operation is over: another one changed the cluster after it. */
  static Optional<String> over(List<Changer> all, String operation) {
    Optional<Changer> own = all.stream().filter(one -> one.operation.equals(operation)).findFirst();
    return own.map(one -> all.get(all.size() - 1))
        .filter(newest -> !newest.operation.equals(operation))
        .map(
            newest ->
                "%s is over: %s changed the cluster after it, at %s. A Temporal that was restored from a backup goes on with old operations, and so does a second installation of Quorate. Abort %s, and look at the cluster anew"
                    .formatted(
                        operation, newest.operation, Amounts.moment(newest.last), operation));
  }

  /** Returns why an operation may not change the cluster yet: another installation does. */
  static Optional<String> held(
      List<Changer> all, String operation, String installation, Instant now) {
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(all.get(all.size() - 1))
            .filter(newest -> !newest.operation.equals(operation))
            .filter(newest -> !newest.installation.equals(installation))
            .filter(newest -> newest.isKept(now))
            .map(
                newest ->
                    "another installation of Quorate changes this cluster: its operation %s was at a change at %s, and keeps others away until %s. Let one installation alone operate the cluster; where the other one is gone, the wait ends by itself then"
                        .formatted(
                            newest.operation,
                            Amounts.moment(newest.last),
                            Amounts.moment(newest.last.plus(KEPT))));
  }

  /** A time that lies far ahead was written by a clock that was wrong, and keeps nobody away. */
  private boolean isKept(Instant now) {
    return now.isBefore(last.plus(KEPT)) && last.isBefore(now.plus(KEPT));
  }
}
