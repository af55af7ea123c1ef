package io.quorate.step;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.DataDirectory;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import java.util.Optional;

/**
 * Renames the copy of a member's data, so that nobody takes it for the member's later. Only while
 * the data itself is where it was: else the copy is what is left of the member in any place, and a
 * cluster of one would lose the way back to its data (docs/etcd.md#moving-the-data).
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
    if (view.member(of).filter(old -> old.data().intact()).isEmpty()) {
      return new Verdict.Refused(
          "the data of "
              + of
              + " is not whole at its old place, and the copy stays. Give the old directory its"
              + " name back (quorate snapshots --aside lists it) and start the migration again");
    }
    return Preconditions.processAbsent(view, copy);
  }
}
