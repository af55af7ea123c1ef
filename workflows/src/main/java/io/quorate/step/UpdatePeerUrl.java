package io.quorate.step;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import java.util.List;
import java.util.Optional;

/**
 * Tells the membership a member's new peer URL (docs/etcd.md#a-changed-address). The step is never
 * for a learner: up to 3.5.30 and 3.6.11 etcd then records the learner as a voter, although the
 * member itself stays a learner (docs/etcd.md#n-23).
 *
 * @param from the listed URL
 * @param to the configured URL
 */
public record UpdatePeerUrl(MemberName member, MemberId id, String from, String to)
    implements ActivityStep {
  @Override
  public String sentence() {
    return "Update the peer URL of " + member + " (" + id + ") from " + from + " to " + to;
  }

  @Override
  public Hazard hazard() {
    return Hazard.REVERSIBLE;
  }

  @Override
  public Budget budget() {
    return Budget.CHANGE;
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().listedAt(member, to);
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return view.members().stream()
        .filter(listed -> listed.hasId(id))
        .flatMap(listed -> listed.entry().stream())
        .map(MembershipEntry::peerUrls)
        .filter(List.of(to)::equals)
        .findFirst()
        .map(urls -> "the membership lists " + id + " at " + to);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    if (view.members().stream().filter(Member::isVoter).noneMatch(voter -> voter.hasId(id))) {
      return new Verdict.Refused(id + " is no voter; the URL of a learner is never updated");
    }
    return view.memberAt(to)
        .filter(other -> !other.hasId(id))
        .<Verdict>map(other -> new Verdict.Refused(to + " belongs to " + other.name()))
        .orElse(Verdict.PROCEED);
  }

  @Override
  public Optional<Step> undo() {
    return Optional.of(new UpdatePeerUrl(member, id, to, from));
  }
}
