package io.quorate.step;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.DataDirectory;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import java.util.Optional;

/**
 * Renames a member's data directory, so that the member can start empty; nothing is deleted
 * (docs/etcd.md#n-15).
 *
 * @param was the member id under which the data was used, 0 when that id is not known any more;
 *     part of the directory's new name
 */
public record SetDataAside(MemberName member, MemberId was) implements ActivityStep {
  @Override
  public String sentence() {
    String known = was.equals(AddLearner.NOT_YET_KNOWN) ? "" : " (it was member " + was + ")";
    return "Set the data directory of " + member + " aside" + known;
  }

  @Override
  public Optional<MemberName> host() {
    return Optional.of(member);
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
    return view.member(member)
        .map(seen -> seen.data().state())
        .filter(Preconditions::nothingThere)
        .map(state -> "the data directory of " + member + " is " + Preconditions.word(state));
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().data(member, DataDirectory.State.ABSENT);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    if (view.lists(was) || view.member(member).filter(Member::isListed).isPresent()) {
      return new Verdict.Refused(
          member + " is in the membership; the data of a member stays where it is");
    }
    return Preconditions.processAbsent(view, member);
  }
}
