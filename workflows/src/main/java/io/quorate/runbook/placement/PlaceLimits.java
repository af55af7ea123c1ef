package io.quorate.runbook.placement;

import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.WorkloadControl;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Limits of a platform that makes the places of members itself, asked before anybody is taken out
 * of the membership. Members whose places people make have none.
 */
record PlaceLimits(ClusterView view) {
  /** The objection of a platform that changes no places now. */
  Optional<Prescription> fixed(List<Member> members) {
    return members.stream().anyMatch(member -> member.ordinal().isPresent())
        ? view.control()
            .flatMap(WorkloadControl::fixedPlaces)
            .map(
                why ->
                    new Refusal(
                        PlacementReason.PLACES_FIXED.because(
                            "The number of members cannot be changed now: " + why)))
        : Optional.empty();
  }

  /** A place that is not among the last ones is not given up while members stay beyond it. */
  Optional<Prescription> inTheMiddle(List<Member> going) {
    int last =
        view.voters().stream()
            .filter(voter -> !going.contains(voter))
            .flatMap(voter -> voter.ordinal().stream())
            .max(Comparator.naturalOrder())
            .orElse(-1);
    int odd = view.voters().size() + 1 + view.voters().size() % 2;
    return going.stream()
        .filter(member -> member.ordinal().orElse(last) < last)
        .findFirst()
        .map(
            member ->
                new Refusal(
                    PlacementReason.PLACE_IN_THE_MIDDLE.because(
                        member.name() + " is not in the membership, and its place is not the last.",
                        "Bring it back with scale --members "
                            + odd
                            + ", then scale down from there.")));
  }

  /** The warning where somebody applies the number of members again and again. */
  List<String> manifest(List<Member> members) {
    return members.stream().anyMatch(member -> member.ordinal().isPresent())
        ? view.control().flatMap(WorkloadControl::manifest).stream().toList()
        : List.of();
  }
}
