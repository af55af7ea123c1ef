package io.quorate.step;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataOwner;
import io.quorate.data.DataPosition;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Optional;

/**
 * Renames the copy of a member's data that a migration left behind when it ended, so that the next
 * one finds its place empty (docs/etcd.md#moving-the-data). The member runs at its old place since.
 * The copy is set aside only where it is proven to be of this member, and to have nothing that the
 * member lacks.
 *
 * @param copy the next place, with the copy
 * @param of the member at its old place, where it votes
 * @param id the member whose data it is; part of the directory's new name
 */
public record SetStaleCopyAside(MemberName copy, MemberName of, MemberId id)
    implements ActivityStep {
  @Override
  public String sentence() {
    return "Set an older copy of the data of " + of + " at " + copy + " aside";
  }

  @Override
  public Optional<MemberName> host() {
    return Optional.of(copy);
  }

  @Override
  public Hazard hazard() {
    return Hazard.REVERSIBLE;
  }

  @Override
  public Budget budget() {
    return Budget.HOST;
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return view.member(copy)
        .map(seen -> seen.data().state())
        .filter(Preconditions::nothingThere)
        .map(state -> "there is no copy at " + copy + ": it is " + Preconditions.word(state));
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().data(copy, DataDirectory.State.ABSENT);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return view.member(copy)
        .flatMap(place -> keeping(view, place))
        .<Verdict>map(Verdict.Refused::new)
        .orElseGet(() -> Preconditions.processAbsent(view, copy));
  }

  /** Why what is there stays where it is; empty where it is an older copy of the member's data. */
  private Optional<String> keeping(ClusterView view, Member place) {
    DataDirectory data = place.data();
    if (place.isListed()) {
      return Optional.of(copy + " is in the membership; the data of a member stays where it is");
    }
    if (isHalfSetAside(data)) {
      return Optional.empty();
    }
    if (data.state() != DataDirectory.State.PRESENT || data.doubt().isPresent()) {
      return Optional.of("no whole data was seen at " + copy);
    }
    if (!data.owner().equals(view.clusterId().map(here -> new DataOwner(id, here)))) {
      return Optional.of("the data at " + copy + " is not proven to be that of " + id);
    }
    if (data.movedHere().isPresent()) {
      return Optional.of("the data of " + data.movedHere().get() + " was handed over to " + copy);
    }
    return data.position().filter(far -> hasAllOf(view, far)).isPresent()
        ? Optional.empty()
        : Optional.of("it is not proven that " + of + " has all that is in the copy at " + copy);
  }

  /**
   * Whether only a log in a directory of its own is left, as after an attempt that died between the
   * two renames. Whose log it is cannot be told any more, and the attempt had been allowed.
   */
  private static boolean isHalfSetAside(DataDirectory data) {
    return data.state() == DataDirectory.State.PARTIAL
        && data.wal().isPresent()
        && data.owner().isEmpty();
  }

  /** Whether the member votes, and has committed beyond the end of this log. */
  private boolean hasAllOf(ClusterView view, DataPosition far) {
    return view.member(of)
        .filter(member -> member.hasId(id) && view.isVoting(member))
        .flatMap(Member::status)
        .filter(status -> far.lastIndex() != 0 && isWithin(far, status))
        .isPresent();
  }

  private static boolean isWithin(DataPosition far, MemberStatus status) {
    return Long.compareUnsigned(far.lastIndex(), status.raftIndex()) <= 0
        && Long.compareUnsigned(far.lastTerm(), status.raftTerm()) <= 0;
  }
}
