package io.quorate.step;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Optional;

/**
 * Removes a member whose data differs from that of all others, after its process was stopped
 * (docs/etcd.md#corrupt). The data of the others is compared once more before, because only their
 * data is left afterwards.
 *
 * @param lineage what is known of the data's origin: whether the others can be the wrong ones
 */
public record ExpelMember(MemberName member, MemberId id, Lineage lineage) implements ActivityStep {
  /**
   * What is known of the origin of the cluster's data. After a restore or a wipe the majority can
   * be the members that lost writes (docs/etcd.md#n-29), and hosts cannot prove that there was
   * none.
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

  @Override
  public Optional<MemberName> host() {
    return Optional.of(member);
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

  /** All other voters have to vote: only they have the right data (docs/etcd.md#n-10). */
  @Override
  public Verdict mayRun(ClusterView view) {
    Optional<Member> seen = view.member(member).filter(listed -> listed.hasId(id));
    if (seen.isEmpty()) {
      return new Verdict.Refused(member + " is not the member " + id + " any more");
    }
    if (view.isLive(seen.get())) {
      return new Verdict.Changed(member + " answers; it has to be stopped before it is removed.");
    }
    Verdict others = Preconditions.allVote(view, member);
    return others.equals(Verdict.PROCEED) ? Preconditions.processAbsent(view, member) : others;
  }
}
