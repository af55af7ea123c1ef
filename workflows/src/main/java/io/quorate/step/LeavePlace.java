package io.quorate.step;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Optional;

/**
 * Hands a member's identity over to the copy of its data. The old directory is set aside before
 * anything is started from the copy, because two copies of one identity must never run
 * (docs/etcd.md#moving-the-data, #n-04). The new place is marked as the one that took over; without
 * the mark its data is not taken for the member's.
 *
 * @param to its next place, with the copy
 */
public record LeavePlace(MemberName member, MemberName to, MemberId id) implements ActivityStep {
  @Override
  public String sentence() {
    return "Set the old data directory of "
        + member
        + " aside; from here on its copy is the member";
  }

  @Override
  public Optional<MemberName> host() {
    return Optional.of(member);
  }

  /** Irreversible, because the old directory is stale once the copy takes its first entry. */
  @Override
  public Hazard hazard() {
    return Hazard.IRREVERSIBLE;
  }

  @Override
  public Budget budget() {
    return Budget.HOST;
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    boolean left = view.member(member).filter(old -> old.data().nothingThere()).isPresent();
    return view.member(to)
        .filter(place -> left && place.data().tookOver(id))
        .map(place -> to + " has the data of " + id + ", and nothing is left at " + member);
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().handedOver(member, to, id);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    if (!view.lists(id)) {
      return new Verdict.Refused(id + " is not in the membership any more");
    }
    Optional<Member> copy = view.member(to);
    if (copy.filter(place -> place.data().intact() && mayBeOf(place, id)).isEmpty()) {
      return new Verdict.Refused("there is no whole copy of the data of " + member + " at " + to);
    }
    Verdict old = Preconditions.processAbsent(view, member);
    return old.equals(Verdict.PROCEED) ? Preconditions.processAbsent(view, to) : old;
  }

  private static boolean mayBeOf(Member place, MemberId id) {
    return place.data().owner().filter(owner -> !owner.member().equals(id)).isEmpty();
  }
}
