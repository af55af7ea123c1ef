package io.quorate.drawing;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.VotingStatus;
import io.quorate.plan.Plan;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.view.ClusterView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random clusters and requests, most of them with little enough trouble for a plan. */
public final class Clusters {
  private Clusters() {}

  /** The fates of 1 to 7 members, and what is asked about them of which runbook. */
  public record Case(List<Fate> fates, Options request, String runbook) {
    public DrawnCluster drawn() {
      DrawnCluster drawn = DrawnCluster.of(fates.size());
      drawn.members.forEach(member -> member.leads = false);
      for (int number = 0; number < fates.size(); number++) {
        fates.get(number).befall(drawn.member(number));
      }
      drawn.members.stream()
          .filter(member -> member.answers && member.status == VotingStatus.VOTER)
          .findFirst()
          .ifPresent(member -> member.leads = true);
      return drawn;
    }

    public ClusterView view() {
      return drawn().view();
    }

    public Optional<Plan> plan() {
      return plan(view());
    }

    public Optional<Plan> plan(ClusterView view) {
      return Optional.of(Runbooks.prescribe(runbook, request, view, ApprovalPolicy.DEFAULT))
          .filter(Plan.class::isInstance)
          .map(Plan.class::cast);
    }
  }

  /** Any case of minority replace. */
  public static Arbitrary<Case> any() {
    return any("minority-replace");
  }

  /** Any case of these runbooks. */
  public static Arbitrary<Case> any(String... runbooks) {
    Arbitrary<Fate> fate =
        Arbitraries.frequencyOf(
            Tuple.of(9, Arbitraries.just(Fate.FINE)),
            Tuple.of(3, Arbitraries.just(Fate.GONE)),
            Tuple.of(2, Arbitraries.of(Fate.class)));
    return Combinators.combine(
            fate.list().ofMinSize(1).ofMaxSize(7), requests(), Arbitraries.of(runbooks))
        .as(Case::new);
  }

  /** Cases for which minority replace has a plan. */
  public static Arbitrary<Case> withPlan() {
    return withPlan("minority-replace");
  }

  /** Cases for which one of these runbooks has a plan. */
  public static Arbitrary<Case> withPlan(String... runbooks) {
    return any(runbooks).filter(20_000, one -> one.plan().isPresent());
  }

  private static Arbitrary<Options> requests() {
    Arbitrary<List<String>> names =
        Arbitraries.of("etcd-0", "etcd-1", "etcd-2", "etcd-3").list().ofMaxSize(2);
    return Combinators.combine(names, Arbitraries.of(true, false), Arbitraries.of(true, false))
        .as(
            (chosen, named, vouched) -> {
              Options options = new Options(named ? Map.of("member", chosen) : Map.of());
              return vouched ? options.with("data-is-lost", List.of()) : options;
            });
  }
}
