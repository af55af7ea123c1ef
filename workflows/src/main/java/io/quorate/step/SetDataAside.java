package io.quorate.step;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.record.FormerMember;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Renames a member's data directory, so that the member can start empty; nothing is deleted
 * (docs/etcd.md#n-15).
 *
 * @param was the member id under which the data was used, 0 when that id is not known any more;
 *     part of the directory's new name
 * @param data whose data of this cluster's history it is and how far that was, or of another
 *     cluster that served: then acknowledged writes may be in it alone; empty where it is none, and
 *     in values stored before that was told apart
 */
public record SetDataAside(MemberName member, MemberId was, Optional<FormerMember> data)
    implements ActivityStep {
  public SetDataAside {
    data = Objects.requireNonNullElse(data, Optional.empty());
  }

  /** Sets a directory aside in which nothing of this cluster was seen. */
  public SetDataAside(MemberName member, MemberId was) {
    this(member, was, Optional.empty());
  }

  @Override
  public String sentence() {
    return saying(FormerMember::far);
  }

  /**
   * The sentence with the ids that the data itself tells; how far it was moves, and may be out of
   * reach.
   */
  @Override
  public String material() {
    return saying(former -> former.owner().toString());
  }

  /** Whether the other step sets the same data aside, however far it was seen to be. */
  @Override
  public boolean sameMatterAs(Step other) {
    return other instanceof SetDataAside same
        && member.equals(same.member)
        && was.equals(same.was)
        && data.map(FormerMember::owner).equals(same.data.map(FormerMember::owner));
  }

  private String saying(Function<FormerMember, String> words) {
    String known = was.equals(AddLearner.NOT_YET_KNOWN) ? "" : " (it was member " + was + ")";
    return "Set the data directory of "
        + member
        + " aside"
        + known
        + data.map(former -> ": it holds " + former.whose() + words.apply(former)).orElse("");
  }

  @Override
  public Optional<MemberName> host() {
    return Optional.of(member);
  }

  @Override
  public Hazard hazard() {
    return data.isPresent() ? Hazard.DESTRUCTIVE : Hazard.REVERSIBLE;
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
