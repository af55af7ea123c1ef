package io.quorate.step;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.PeerActivity;
import io.quorate.step.Joins.AddLearner;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Optional;

/** The steps that take a member out of the membership. */
public sealed interface Removals extends ActivityStep {
  /** The member that is taken out. */
  MemberName member();

  /** The id under which the member is taken out. */
  MemberId id();

  @Override
  default Hazard hazard() {
    return Hazard.IRREVERSIBLE;
  }

  @Override
  default Budget budget() {
    return Budget.CHANGE;
  }

  @Override
  default ClusterView project(ClusterView view) {
    return view.projected().removed(member());
  }

  @Override
  default boolean changesVoters() {
    return true;
  }

  @Override
  default Optional<String> isDone(ClusterView view) {
    return view.lists(id()) ? Optional.empty() : Optional.of(id() + " is not in the membership");
  }

  /**
   * Removes a member from the membership. The removed member's data can never join again, so the
   * member is fenced before (kept from starting).
   *
   * <p>The precondition is stricter than etcd's own check, which depends on the member that is
   * asked (docs/etcd.md#n-10): a voter that votes or that its peers hear is never removed here, and
   * the others must hold quorum without it.
   */
  record RemoveMember(MemberName member, MemberId id) implements Removals {
    @Override
    public String sentence() {
      return "Remove member " + member + (isKnown() ? " (" + id + ")" : "");
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      if (!isKnown()) {
        return view.member(member).filter(Member::isListed).isPresent()
            ? Optional.empty()
            : Optional.of(member + " is not in the membership");
      }
      return Removals.super.isDone(view);
    }

    @Override
    public RemoveMember bind(MemberName bound, MemberId known) {
      return bound.equals(member) && id.equals(AddLearner.NOT_YET_KNOWN)
          ? new RemoveMember(member, known)
          : this;
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      Optional<Member> seen = view.member(member).filter(listed -> listed.hasId(id));
      if (!isKnown()) {
        return new Verdict.Refused(
            StepReason.ID_NOT_RECORDED.because(
                "nobody recorded under which id " + member + " was added"));
      }
      if (seen.isEmpty()) {
        return new Verdict.Refused(
            StepReason.NOT_THE_MEMBER.because(member + " is not the member " + id + " any more"));
      }
      if (seen.get().isVoter() && view.isLive(seen.get())) {
        return new Verdict.Refused(
            StepReason.VOTER_ANSWERS.because(member + " answers, so it is not removed"));
      }
      if (seen.get().isVoter() && seen.get().peerActivity() != PeerActivity.INACTIVE) {
        return new Verdict.Refused(
            seen.get().peerActivity() == PeerActivity.ACTIVE
                ? StepReason.MEMBER_IS_HEARD.because(
                    member + " is alive: its peers exchange raft messages with it",
                    seen.get().words())
                : StepReason.PEERS_NOT_SEEN.because(
                    member + " may be alive: what its peers see of it is not known"));
      }
      return seen.get().isVoter() && !hasNoHost(seen.get())
          ? Preconditions.processAbsent(view, member)
          : Verdict.PROCEED;
    }

    /**
     * Whether a member was never started and is not configured: no host is known, and it has no
     * data (docs/etcd.md#phantom-members).
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

  /**
   * Removes a member that votes, or that was stopped for this (docs/etcd.md#scaling,
   * #planned-replacement): the others go on without it, and its process ends by itself. A leader
   * hands on the leadership before.
   */
  record RetireMember(MemberName member, MemberId id) implements Removals {
    @Override
    public String sentence() {
      return "Take " + member + " (" + id + ") out of the membership";
    }

    /**
     * All other voters have to vote: the removed one could have the last copy of the newest write
     * (docs/etcd.md#n-10).
     */
    @Override
    public Verdict mayRun(ClusterView view) {
      Optional<Member> seen = view.member(member).filter(listed -> listed.hasId(id));
      if (seen.isEmpty()) {
        return new Verdict.Refused(
            StepReason.NOT_THE_MEMBER.because(member + " is not the member " + id + " any more"));
      }
      if (view.leader().filter(leader -> leader.name().equals(member)).isPresent()) {
        return new Verdict.Changed(
            StepReason.LEADS_NOW.because(
                member + " leads now; it has to hand on the leadership first."));
      }
      return Preconditions.allVote(view, member);
    }
  }

  /**
   * Removes a member whose data differs from that of all others, after its process was stopped
   * (docs/etcd.md#corrupt). The data of the others is compared once more before, because only their
   * data is left afterwards.
   *
   * @param lineage what is known of the data's origin: whether the others can be the wrong ones
   */
  record ExpelMember(MemberName member, MemberId id, Lineage lineage)
      implements Removals, OnOneMember {
    /**
     * Origin of the cluster's data, as far as it is known. After a restore or a wipe the majority
     * can be the members that lost writes (docs/etcd.md#n-29), and hosts cannot prove that there
     * was no restore and no wipe.
     */
    public enum Lineage {
      /** The origin is not known: some acknowledged writes may exist only in the removed data. */
      UNKNOWN,
      /** A person says that there never was a restore or a wipe. */
      VOUCHED_FOR
    }

    @Override
    public String sentence() {
      return "Remove member " + member + " (" + id + "), whose data differs";
    }

    /**
     * Destructive also where somebody vouches for the past: whoever asks for the removal does not
     * lower by their own word how many others have to agree.
     */
    @Override
    public Hazard hazard() {
      return Hazard.DESTRUCTIVE;
    }

    @Override
    public Budget budget() {
      return Budget.COMPARING;
    }

    /** All other voters have to vote: only they have the right data (docs/etcd.md#n-10). */
    @Override
    public Verdict mayRun(ClusterView view) {
      Optional<Member> seen = view.member(member).filter(listed -> listed.hasId(id));
      if (seen.isEmpty()) {
        return new Verdict.Refused(
            StepReason.NOT_THE_MEMBER.because(member + " is not the member " + id + " any more"));
      }
      if (view.isLive(seen.get())) {
        return new Verdict.Changed(
            StepReason.MEMBER_ANSWERS.because(
                member + " answers; it has to be stopped before it is removed."));
      }
      Verdict others = Preconditions.allVote(view, member);
      return others.equals(Verdict.PROCEED) ? Preconditions.processAbsent(view, member) : others;
    }
  }
}
