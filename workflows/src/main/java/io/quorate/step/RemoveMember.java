package io.quorate.step;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.PeerActivity;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Optional;

/**
 * Removes a member from the membership. The removed member's data can never join again, so the
 * member is fenced before (kept from starting).
 *
 * <p>The precondition is stricter than etcd's own check, which depends on the member that is asked
 * (docs/etcd.md#n-10): a voter that votes or that its peers hear is never removed here, and the
 * others must hold quorum without it.
 */
public record RemoveMember(MemberName member, MemberId id) implements ActivityStep {
  @Override
  public String sentence() {
    return "Remove member " + member + (isKnown() ? " (" + id + ")" : "");
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
  public Optional<String> isDone(ClusterView view) {
    if (!isKnown()) {
      return view.member(member).filter(Member::isListed).isPresent()
          ? Optional.empty()
          : Optional.of(member + " is not in the membership");
    }
    return view.lists(id) ? Optional.empty() : Optional.of(id + " is not in the membership");
  }

  @Override
  public RemoveMember bind(MemberName bound, MemberId known) {
    return bound.equals(member) && id.equals(AddLearner.NOT_YET_KNOWN)
        ? new RemoveMember(member, known)
        : this;
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
  public Verdict mayRun(ClusterView view) {
    Optional<Member> seen = view.member(member).filter(listed -> listed.hasId(id));
    if (!isKnown()) {
      return new Verdict.Refused(
          "nobody recorded under which id " + member + " was added; remove it by hand");
    }
    if (seen.isEmpty()) {
      return new Verdict.Refused(member + " is not the member " + id + " any more");
    }
    if (seen.get().isVoter() && view.isLive(seen.get())) {
      return new Verdict.Refused(member + " answers; a member that lives is not removed here");
    }
    if (seen.get().isVoter() && seen.get().peerActivity() != PeerActivity.INACTIVE) {
      return new Verdict.Refused(
          member
              + (seen.get().peerActivity() == PeerActivity.ACTIVE
                  ? " is alive: its peers exchange raft messages with it"
                  : " may be alive: what its peers see of it is not known"));
    }
    return seen.get().isVoter() && !hasNoHost(seen.get())
        ? Preconditions.processAbsent(view, member)
        : Verdict.PROCEED;
  }

  /**
   * Whether a member was never started and is not configured: no host is known, and it has no data
   * (docs/etcd.md#phantom-members).
   */
  private static boolean hasNoHost(Member member) {
    return member.configured().isEmpty()
        && member.entry().filter(entry -> !entry.started()).isPresent();
  }

  /**
   * Whether the step names a member by its id; the undo of an addition learns the id from the
   * addition.
   */
  private boolean isKnown() {
    return !id.equals(AddLearner.NOT_YET_KNOWN);
  }
}
