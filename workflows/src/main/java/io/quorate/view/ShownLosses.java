package io.quorate.view;

import io.quorate.record.WorstLoss;
import io.quorate.view.NamedLoss.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The worst single losses that a view shows, by the places of all voters, whether they answer or
 * not. A jump host takes no vote. A table with diagnoses and plans ({@code what-if}) takes 3 to 17
 * ms, the numbers here some 10 µs.
 */
public final class ShownLosses {
  private ShownLosses() {}

  /**
   * Returns the worst loss of each kind. A kind is left out where the place of one voter is not
   * known: the voter may be beside others.
   */
  public static List<WorstLoss> in(ClusterView view) {
    return Stream.concat(Stream.of(Kind.MEMBER), Kind.DOMAINS.stream())
        .flatMap(kind -> worst(kind, view).stream())
        .toList();
  }

  private static Optional<WorstLoss> worst(Kind kind, ClusterView view) {
    List<String> places =
        view.voters().stream()
            .flatMap(voter -> kind.names(voter, JumpHosts.NONE).limit(1))
            .toList();
    int voters = view.voters().size();
    Map<String, Long> taken =
        places.stream()
            .collect(
                Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    return taken.entrySet().stream()
        .filter(any -> places.size() == voters)
        .reduce(BinaryOperator.maxBy(Comparator.comparing(Map.Entry::getValue)))
        .map(
            most ->
                new WorstLoss(
                    kind.word(),
                    most.getKey(),
                    most.getValue().intValue(),
                    voters,
                    view.at(),
                    Optional.empty()));
  }
}
