package io.quorate.kubernetes;

import io.quorate.cluster.StableName;
import io.quorate.kubernetes.SetLook.Part;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Advice that costs requests of its own, or means nothing while an operation is under way: only
 * {@code quorate check} gives it. Names are append-only. docs/kubernetes.md#advice has a row for
 * each.
 */
enum CheckedAdvice {
  /** A drain may take more members at once than quorum survives, or none. One request. */
  DISRUPTION_BUDGET {
    @Override
    Stream<String> sentences(String cluster, SetLook look, SetApi api) {
      return new DisruptionBudgets(cluster, look, api.budgets()).trouble().stream();
    }
  },
  /** A node that may get a member has not got its image. One request. */
  IMAGE_MISSING {
    @Override
    Stream<String> sentences(String cluster, SetLook look, SetApi api) {
      var nodes = api.nodes();
      return sets(look).flatMap(set -> new MissingImages(look, set, nodes).trouble().stream());
    }
  },
  /**
   * A member turns peers away whose certificates have names with a wildcard. A request a member.
   */
  PEER_WILDCARD {
    @Override
    Stream<String> sentences(String cluster, SetLook look, SetApi api) {
      return sets(look)
          .filter(PeerNames::useTls)
          .flatMap(set -> new PeerNames(set, logs(look, set, api)).trouble().stream());
    }
  },
  /** An operation has the pods, which may have been left by a Quorate that died. No request. */
  OPERATION_STANDS {
    @Override
    Stream<String> sentences(String cluster, SetLook look, SetApi api) {
      return sets(look).flatMap(set -> stands(cluster, look, set).stream());
    }
  };

  /** The name: {@code disruption-budget}. */
  String code() {
    return StableName.of(this);
  }

  /** Returns the sentences of this advice; throws a failure where what it needs cannot be read. */
  abstract Stream<String> sentences(String cluster, SetLook look, SetApi api);

  private static Stream<EtcdSet> sets(SetLook look) {
    look.require(Part.SETS, Part.PODS);
    return look.sets().values().stream()
        .sorted(Comparator.comparing(EtcdSet::name))
        .filter(set -> EtcdContainer.in(set.template().getSpec()).isPresent());
  }

  private static Map<String, List<String>> logs(SetLook look, EtcdSet set, SetApi api) {
    return look.podsOf(set).stream()
        .filter(pod -> pod.running().isPresent())
        .collect(
            Collectors.toMap(
                EtcdPod::name,
                pod ->
                    api.log(
                        pod.name(), pod.container().orElseThrow().name(), false, PeerNames.LINES)));
  }

  private static Optional<String> stands(String cluster, SetLook look, EtcdSet set) {
    String held = set.marked().sorted().collect(Collectors.joining(", "));
    String gated = String.join(", ", look.gated());
    return set.operation()
        .map(
            operation ->
                "Operation %s has the pods of the %s%s. See quorate show %s. If it runs, let it end; a worker has to run for that. If it has ended, %s. Only if nobody knows it, give them back by hand, one command after the other (docs/kubernetes.md#by-hand)%s"
                    .formatted(
                        operation,
                        set.words(),
                        held.isEmpty() ? "" : ", and holds " + held,
                        operation,
                        ended(cluster, look, gated),
                        way(look, set)
                            .filter(command -> gated.isEmpty())
                            .map(command -> ": " + command)
                            .orElse("")));
  }

  private static String ended(String cluster, SetLook look, String gated) {
    return gated.isEmpty()
        ? "a worker gives the pods back after about a minute"
        : "carry out the plan of quorate status %s: it starts %s and gives the pods back. Until then no worker gives them back: the controller could take another member down beside it. %s"
            .formatted(cluster, gated, SavedStrategy.removed(look, cluster));
  }

  /** The first command; the policy denies every other while the annotation is there. */
  private static Optional<String> way(SetLook look, EtcdSet set) {
    return look.guard().bound()
        ? Optional.of(
            "kubectl annotate statefulset %s -n %s %s-, which the admission policy lets pass; quorate check then names the rest as left-behind"
                .formatted(set.name(), look.names().namespace(), Marks.OPERATION))
        : new TakeoverMoves(look).handBack(set).flatMap(KubectlCommand::of);
  }
}
