package io.quorate.runbook.recovery;

import io.quorate.cluster.MembershipEntry;
import io.quorate.diagnosis.StatedOff;
import io.quorate.record.ConfirmedList;
import io.quorate.record.Incarnation;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.Projection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Configured places of the members that the cluster had when it served last, before it was restored
 * and never served, by the member list that quorum confirmed. The restored cluster lists one of
 * them. Empty where no such list is recorded.
 *
 * @param off the members that a person stated to be off
 */
record FormerPlaces(ClusterView view, StatedOff off) {
  /** Places of members that are in no membership any more, but for those stated to be off. */
  List<Member> left() {
    return at(confirmed().map(ConfirmedList::entries)).filter(this::isLeft).toList();
  }

  private boolean isLeft(Member member) {
    return !member.isListed() && !off.covers(member);
  }

  /** How many voters there were, configured or not. */
  int voterCount() {
    return confirmed().map(list -> list.voters().size()).orElse(0);
  }

  /** Places of all that were voters, with the one that is restored. */
  List<Member> voters() {
    return at(confirmed().map(ConfirmedList::voters))
        .sorted(Comparator.comparing(Member::name))
        .toList();
  }

  /**
   * Voters that join the restored one: those whose place can be used and is empty, because the
   * restore has set their data aside.
   */
  List<Member> joining(SourceLeftovers leftovers) {
    return RestorePlan.odd(
        leftovers,
        voters().stream()
            .filter(this::isLeft)
            .filter(voter -> RestorePlan.canBeginEmpty(voter) && voter.data().nothingThere()));
  }

  private Optional<ConfirmedList> confirmed() {
    return view.past()
        .beforeRestore()
        .filter(before -> view.past().isUnserved(view.clusterId()))
        .flatMap(before -> view.past().lastServed())
        .flatMap(Incarnation::confirmed);
  }

  private Stream<Member> at(Optional<List<MembershipEntry>> entries) {
    return entries.stream()
        .flatMap(List::stream)
        .flatMap(entry -> view.members().stream().filter(member -> Projection.isAt(member, entry)));
  }
}
