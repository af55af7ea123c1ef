package io.quorate.places;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Places of a fleet: who has one, and who waits. The most urgent is first, then the oldest. A wish
 * that waits for a failure domain lets later wishes pass, except those that share one of its
 * domains. A restore waits only for other restores of the same store.
 *
 * @param limits as the last wish said them
 */
public record Places(PlaceLimits limits, List<PlaceWish> holders, List<PlaceWish> waiting) {
  public static final Places NONE = new Places(PlaceLimits.STANDARD, List.of(), List.of());

  /** Wishes that are kept: what a workflow hands to its next run has to stay below 2 MiB. */
  private static final int MOST = 4000;

  public Places {
    holders = List.copyOf(holders);
    waiting = List.copyOf(waiting);
  }

  /**
   * Takes a wish. The same operation counts once, with its last rank. An older operation of the
   * same cluster has ended, because a cluster has one at a time; the late wish of an older one is
   * not kept. A wish beyond 4,000 is not kept.
   */
  public Places asked(PlaceWish wish, PlaceLimits limits) {
    if (Stream.concat(holders.stream(), waiting.stream()).anyMatch(one -> isOver(wish, one))) {
      return this;
    }
    boolean had = holds(wish.operation());
    List<PlaceWish> kept = without(holders, one -> isOver(one, wish));
    List<PlaceWish> queue =
        new ArrayList<>(
            without(waiting, one -> isOver(one, wish) || one.operation().equals(wish.operation())));
    if (!had && queue.size() < MOST) {
      queue.add(wish);
    }
    return new Places(limits, kept, queue);
  }

  private static boolean isOver(PlaceWish one, PlaceWish next) {
    return one.cluster().equals(next.cluster()) && one.since().isBefore(next.since());
  }

  /** Frees the place of an operation, or takes it out of the queue. */
  public Places freed(String operation) {
    Predicate<PlaceWish> its = one -> one.operation().equals(operation);
    return new Places(limits, without(holders, its), without(waiting, its));
  }

  private static List<PlaceWish> without(List<PlaceWish> all, Predicate<PlaceWish> which) {
    return all.stream().filter(which.negate()).toList();
  }

  /** Gives the places that are free to those who are next. */
  public Places given() {
    List<PlaceWish> having = new ArrayList<>(holders);
    List<PlaceWish> left = new ArrayList<>();
    Set<String> reserved = new HashSet<>();
    for (PlaceWish next : queue()) {
      if (next.rank() == PlaceRank.BEGUN
          || (fits(next, having) && Collections.disjoint(reserved, next.domains()))) {
        having.add(next);
      } else {
        left.add(next);
        reserved.addAll(next.isRestore() ? List.of() : next.domains());
      }
    }
    return new Places(limits, having, left);
  }

  private boolean fits(PlaceWish next, List<PlaceWish> having) {
    if (next.isRestore()) {
      return having.stream().filter(one -> one.store().equals(next.store())).count()
          < limits.restores();
    }
    List<PlaceWish> others = without(having, PlaceWish::isRestore);
    return others.size() < limits.atOnce()
        && next.domains().stream().allMatch(domain -> in(domain, others) < limits.perDomain());
  }

  private static long in(String domain, List<PlaceWish> all) {
    return all.stream().filter(one -> one.domains().contains(domain)).count();
  }

  /** Returns the wishes that wait, in the order of their turn. */
  public List<PlaceWish> queue() {
    return waiting.stream().sorted(PlaceWish.ORDER).toList();
  }

  public boolean holds(String operation) {
    return holders.stream().anyMatch(one -> one.operation().equals(operation));
  }

  /** Returns where an operation stands. */
  public PlaceAnswer answer(String operation) {
    if (holds(operation)) {
      return new PlaceAnswer(operation, true, "it has its place");
    }
    return waiting.stream()
        .filter(one -> one.operation().equals(operation))
        .findFirst()
        .map(one -> new PlaceAnswer(operation, false, position(one)))
        .orElseGet(
            () -> new PlaceAnswer(operation, false, "more than " + MOST + " operations wait"));
  }

  private String position(PlaceWish wish) {
    List<PlaceWish> queue =
        queue().stream().filter(one -> one.store().equals(wish.store())).toList();
    String place = "place " + (queue.indexOf(wish) + 1) + " of " + queue.size() + "; ";
    if (wish.isRestore()) {
      long under = holders.stream().filter(one -> one.store().equals(wish.store())).count();
      return place + under + " of " + limits.restores() + " restores from its store are under way";
    }
    return place
        + taken()
        + " places are taken"
        + domains(wish).map(said -> "; " + said).orElse("");
  }

  private String taken() {
    return without(holders, PlaceWish::isRestore).size() + " of " + limits.atOnce();
  }

  /** Returns who has the domains of a wish; empty where nobody has one. */
  private Optional<String> domains(PlaceWish wish) {
    String all =
        wish.domains().stream()
            .flatMap(domain -> holder(domain).stream())
            .collect(Collectors.joining("; "));
    return all.isEmpty() ? Optional.empty() : Optional.of(all);
  }

  private Optional<String> holder(String domain) {
    Stream<String> names =
        without(holders, PlaceWish::isRestore).stream()
            .filter(one -> one.domains().contains(domain))
            .map(PlaceWish::operation);
    String all = names.collect(Collectors.joining(", "));
    return all.isEmpty() ? Optional.empty() : Optional.of(domain + ": " + all);
  }

  /**
   * Returns what else runs, for the question about a plan: {@code 2 of 5 places are taken; zone b:
   * none}; empty where nothing else does.
   */
  public Optional<String> others(PlaceWish wish) {
    Places rest = freed(wish.operation());
    if (wish.isRestore() || rest.taken().startsWith("0 ")) {
      return Optional.empty();
    }
    String each =
        wish.domains().stream()
            .map(domain -> "; " + rest.holder(domain).orElse(domain + ": none"))
            .collect(Collectors.joining());
    int waiting = rest.waiting().size();
    String queue = waiting == 0 ? "" : "; " + waiting + (waiting == 1 ? " waits" : " wait");
    return Optional.of("In the fleet " + rest.taken() + " places are taken" + each + queue + ".");
  }
}
