package io.quorate.step;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Optional;

/**
 * Renames the copy of a member's data, so that nobody takes it for the member's later. It stays
 * while the data itself is not at its old place, for then only the copy is where a member starts
 * (docs/etcd.md#moving-the-data).
 *
 * @param copy the next place, with the copy
 * @param of the member at its old place
 * @param id the member whose data it is
 */
public record SetCopyAside(MemberName copy, MemberName of, MemberId id) implements ActivityStep {
  @Override
  public String sentence() {
    return "Set the copy of the data of " + of + " at " + copy + " aside";
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

  /**
   * An abort sets the copy aside before it starts the member at its old place, so another member
   * that died meanwhile must not keep it from that.
   */
  @Override
  public QuorumNeed quorumNeed() {
    return QuorumNeed.RETURNS_VOTES;
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
    if (view.member(copy).filter(Member::isListed).isPresent()) {
      return new Verdict.Refused(
          copy + " is in the membership; the data of a member stays where it is");
    }
    return keeping(view).orElseGet(() -> Preconditions.processAbsent(view, copy));
  }

  /** Why the copy stays; empty where the data is at its old place, or the member runs there. */
  private Optional<Verdict> keeping(ClusterView view) {
    Optional<Member> old = view.member(of);
    if (old.filter(member -> view.isLive(member) || member.data().intact()).isPresent()) {
      return Optional.empty();
    }
    if (view.member(copy).filter(place -> place.data().tookOver(id)).isPresent()) {
      return Optional.of(
          new Verdict.Refused(
              "the copy at "
                  + copy
                  + " has taken over; start the migration again, it goes on there"));
    }
    if (old.filter(member -> member.data().nothingThere()).isPresent()) {
      return Optional.of(
          new Verdict.Refused(
              "the data of "
                  + of
                  + " has left its old place, and the copy stays. Give the old directory its name"
                  + " back (quorate snapshots --aside lists it) and start the migration again"));
    }
    return Optional.of(
        new Verdict.NotYet(
            "the data of " + of + " was not seen whole at its old place; the copy stays"));
  }
}
