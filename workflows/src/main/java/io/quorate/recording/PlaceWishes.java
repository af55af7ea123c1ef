package io.quorate.recording;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.places.PlaceRank;
import io.quorate.places.PlaceWish;
import io.quorate.plan.Plan;
import io.quorate.step.Restorations.RestoreMember;
import io.quorate.step.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Wishes for a place, made of plans: how urgent a plan is, and which failure domains it touches.
 *
 * @param zones the zone of a member of a cluster; a member without a known zone limits nobody
 */
public record PlaceWishes(BiFunction<ClusterKey, MemberName, Optional<FailureDomain>> zones) {
  /** Name of the one snapshot store of an installation. */
  private static final String STORE = "snapshots";

  /**
   * Returns the wish of an operation.
   *
   * @param since when the operation was asked for
   * @param begun whether the operation has changed its cluster already
   */
  public PlaceWish of(
      String operation, ClusterKey cluster, Plan plan, Instant since, boolean begun) {
    return new PlaceWish(
        operation,
        cluster,
        begun ? PlaceRank.BEGUN : rank(plan),
        since,
        domains(cluster, plan),
        plan.steps().stream().anyMatch(RestoreMember.class::isInstance)
            ? Optional.of(STORE)
            : Optional.empty());
  }

  private static PlaceRank rank(Plan plan) {
    int margin = plan.seen().margin();
    if (margin < 0) {
      return PlaceRank.QUORUM_LOST;
    }
    if (DiagnosisTable.diagnose(plan.seen()) instanceof Diagnosis.Whole) {
      return PlaceRank.PLANNED;
    }
    return margin == 0 ? PlaceRank.MARGIN_ZERO : PlaceRank.BELOW_FULL;
  }

  private List<String> domains(ClusterKey cluster, Plan plan) {
    return plan.steps().stream()
        .filter(step -> step.hazard().mutates())
        .flatMap(PlaceWishes::touched)
        .distinct()
        .flatMap(member -> zones.apply(cluster, member).stream())
        .filter(zone -> !zone.equals(FailureDomain.UNKNOWN))
        .map(zone -> "zone " + zone)
        .distinct()
        .sorted()
        .toList();
  }

  private static Stream<MemberName> touched(Step step) {
    return Stream.concat(
        step.hosts().stream(), Stream.concat(step.newcomer().stream(), step.leaver().stream()));
  }
}
