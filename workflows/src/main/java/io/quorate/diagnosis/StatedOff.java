package io.quorate.diagnosis;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.PeerActivity;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.util.List;
import java.util.Optional;

/**
 * A person's statement about members whose hosts cannot be reached: the process is gone, and the
 * host is off or cut away. It stands in for the proof that nobody can get, so it counts only while
 * nothing at all is seen of the member; whatever is seen contradicts it (docs/etcd.md#n-12).
 */
public record StatedOff(List<MemberName> members) {
  public StatedOff {
    members = List.copyOf(members);
  }

  /** Whether the statement is about this member and nothing that was seen contradicts it. */
  public boolean covers(Member member) {
    return members.contains(member.name()) && seen(member).isEmpty();
  }

  /** The listed members that the statement covers, learners too. */
  public List<Member> listed(ClusterView view) {
    return view.members().stream().filter(Member::isListed).filter(this::covers).toList();
  }

  /** The listed voters that the statement covers. */
  public List<Member> voters(ClusterView view) {
    return view.voters().stream().filter(this::covers).toList();
  }

  /** The first contradiction, in words: {@code etcd-1 was stated to be off and runs: ...}. */
  public Optional<String> contradiction(ClusterView view) {
    return members.stream()
        .flatMap(name -> view.member(name).stream())
        .flatMap(
            member ->
                seen(member)
                    .map(what -> member.name() + " was stated to be off and " + what)
                    .stream())
        .findFirst();
  }

  /** Sign of life of a member, as a clause: {@code runs: pid 4711 runs}; empty for nothing. */
  private static Optional<String> seen(Member member) {
    if (member.status().isPresent()) {
      return Optional.of("answers at its client URL");
    }
    if (member.tlsFailure().isPresent()) {
      return Optional.of("something answers at its client URL, with TLS");
    }
    if (member.peerActivity() == PeerActivity.ACTIVE
        || member.peerActivity() == PeerActivity.STALLED) {
      return Optional.of("is connected to its peers");
    }
    Workload workload = member.workload();
    String place = member.words().place();
    return switch (workload.state()) {
      case Workload.Running running -> Optional.of("runs: " + workload.evidence());
      case Workload.Gone gone ->
          Optional.of("its " + place + " can be reached: " + workload.evidence());
      case Workload.Uncertain.UNREACHABLE -> Optional.empty();
      case Workload.Uncertain other ->
          Optional.of("its " + place + " may be on: " + workload.evidence());
    };
  }
}
