package io.quorate.step;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.Amounts;
import io.quorate.view.ClusterView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Verifies the result of a plan (docs/etcd.md#verification): this many voters, all voting under one
 * leader, equal data, and no alarm but those that were raised before and belong to another runbook.
 *
 * @param despite kinds of alarm that may stay; none in values stored before this component existed
 */
public record VerifyCluster(int voters, Set<Alarm.Kind> despite) implements ActivityStep {
  public VerifyCluster {
    despite = Set.copyOf(Objects.requireNonNullElse(despite, Set.of()));
  }

  /** A verification that accepts no alarm. */
  public VerifyCluster(int voters) {
    this(voters, Set.of());
  }

  @Override
  public String sentence() {
    return "Verify: "
        + voters
        + (voters == 1 ? " voter" : " voters")
        + ", one leader, equal data, "
        + alarms();
  }

  private String alarms() {
    return despite.isEmpty()
        ? "no alarm"
        : "no alarm but "
            + despite.stream().map(Enum::name).sorted().collect(Collectors.joining(" and "));
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  @Override
  public Budget budget() {
    return new Budget(Budget.COMPARING.attempt(), 30);
  }

  /**
   * What differs from what the plan promised, except equality of the data, which the executor
   * checks.
   */
  public Optional<String> missing(ClusterView view) {
    List<String> missing = new ArrayList<>();
    if (view.voters().size() != voters) {
      missing.add("the membership has " + Amounts.count(view.voters().size(), "voter"));
    }
    view.voters().stream()
        .filter(voter -> !view.isVoting(voter))
        .forEach(voter -> missing.add(voter.name() + " does not vote"));
    view.learners().forEach(learner -> missing.add(learner.name() + " is still a learner"));
    for (Alarm.Kind kind : Alarm.Kind.values()) {
      if (view.raises(kind) && !despite.contains(kind)) {
        missing.add("alarm " + kind + " is raised");
      }
    }
    return missing.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", missing));
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return missing(view).<Verdict>map(Verdict.NotYet::new).orElse(Verdict.PROCEED);
  }
}
