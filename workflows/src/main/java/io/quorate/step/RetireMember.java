package io.quorate.step;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Optional;

/**
 * Removes a member that votes (docs/etcd.md#scaling, #planned-replacement): the others go on
 * without it, and its process ends by itself. A leader hands on the leadership before.
 */
public record RetireMember(MemberName member, MemberId id) implements ActivityStep {
  @Override
  public String sentence() {
    return "Take " + member + " (" + id + ") out of the membership";
  }

  @Override
  public Hazard hazard() {
    return Hazard.IRREVERSIBLE;
  }

  @Override
  public Budget budget() {
    return Budget.CHANGE;
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().removed(member);
  }

  @Override
  public boolean changesVoters() {
    return true;
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return view.lists(id) ? Optional.empty() : Optional.of(id + " is not in the membership");
  }

  /**
   * All other voters have to vote: the removed one could have the last copy of the newest write
   * (docs/etcd.md#n-10).
   */
  @Override
  public Verdict mayRun(ClusterView view) {
    Optional<Member> seen = view.member(member).filter(listed -> listed.hasId(id));
    if (seen.isEmpty()) {
      return new Verdict.Refused(member + " is not the member " + id + " any more");
    }
    if (view.leader().filter(leader -> leader.name().equals(member)).isPresent()) {
      return new Verdict.Changed(member + " leads now; it has to hand on the leadership first.");
    }
    return Preconditions.allVote(view, member);
  }
}
