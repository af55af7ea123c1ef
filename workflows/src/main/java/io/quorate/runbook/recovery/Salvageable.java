package io.quorate.runbook.recovery;

import io.quorate.cluster.MemberId;
import io.quorate.data.DataPosition;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.OtherHistory;
import java.util.List;
import java.util.Optional;

/** Data of members of which a snapshot could be made, and none is kept. */
record Salvageable(ClusterView view) {
  /** Members whose data, or a part of it, is there and was not made a snapshot as it is now. */
  List<Member> members() {
    return view.members().stream()
        .filter(member -> member.isListed() && member.configured().isPresent())
        .filter(Salvageable::hasSomething)
        .filter(member -> view.strangerIn(member).isEmpty())
        .filter(member -> OtherHistory.givenUp(view, member).isEmpty())
        .filter(member -> !isSalvaged(member))
        .toList();
  }

  /**
   * Whether there is data, or a part of it that tells whose it is: a log does, and a database does
   * not, but it has to name the member.
   */
  private static boolean hasSomething(Member member) {
    return switch (member.data().state()) {
      case PRESENT -> true;
      case PARTIAL ->
          member
              .data()
              .position()
              .filter(far -> member.data().owner().isPresent() || isNamedIn(far, member))
              .isPresent();
      case ABSENT, EMPTY, UNREADABLE -> false;
    };
  }

  private static boolean isNamedIn(DataPosition far, Member member) {
    return far.members().stream().anyMatch(entry -> member.hasId(entry.id()));
  }

  private boolean isSalvaged(Member member) {
    Optional<DataPosition> far = member.data().position();
    Optional<MemberId> id = member.id();
    return far.isPresent()
        && id.isPresent()
        && view.sources().stream()
            .filter(view::isOwn)
            .flatMap(source -> source.saved().salvage().stream())
            .anyMatch(made -> made.isOf(id.get(), far.get()));
  }
}
