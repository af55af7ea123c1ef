package io.quorate.view;

import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.PeerActivity;
import io.quorate.cluster.Silence;
import io.quorate.cluster.TlsFailure;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataOwner;
import io.quorate.data.DataPosition;
import io.quorate.view.StatedLoss.Extent;
import io.quorate.workload.Installation;
import io.quorate.workload.Workload;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Member as a look would see it after a stated loss.
 *
 * @param member the member of today
 * @param lost what is lost of it; empty for a member that the loss leaves alone
 * @param since since when it is lost
 */
record MemberAfterLoss(Member member, Optional<Extent> lost, ClusterView today, Instant since) {
  private static final String STATED = " (stated, not seen)";

  /**
   * Returns the member.
   *
   * @param telling the members that still tell their status
   * @param leader whom those follow; empty where they are no quorum
   */
  Member beside(List<Member> telling, Optional<MemberStatus> leader) {
    boolean others = telling.stream().anyMatch(one -> !one.name().equals(member.name()));
    Member seen =
        new Member(
            member.name(),
            member.configured(),
            member.entry(),
            isMute() ? Optional.empty() : member.status().map(told -> under(leader, told)),
            isMute() ? Optional.of(silence()) : member.silence(),
            activity(others),
            workload(),
            data(),
            isMute() ? Optional.of(member.silentSince().orElse(since)) : member.silentSince(),
            Optional.empty(),
            isMute() ? Optional.empty() : member.clusterVersion(),
            is(Extent.REACH) ? Installation.UNKNOWN : member.installation(),
            member.peerUrlAnswer());
    return seen.looksLost() ? seen.lostFrom(member.lostSince().orElse(since)) : seen;
  }

  private boolean is(Extent extent) {
    return lost.filter(extent::equals).isPresent();
  }

  private boolean isEnded() {
    return lost.filter(Extent::isEnd).isPresent();
  }

  private boolean isMute() {
    return lost.filter(Extent::isMute).isPresent();
  }

  private Silence silence() {
    return member.silence().orElseGet(() -> is(Extent.CERTIFICATE) ? expired() : refused());
  }

  private Silence refused() {
    return new Silence.Refused(member.name() + " does not answer: connection refused" + STATED);
  }

  private static Silence expired() {
    String words = "no TLS connection: its certificate has expired" + STATED;
    return new Silence.Tls(
        words,
        new TlsFailure(
            TlsFailure.Certificate.THEIRS, TlsFailure.Reason.EXPIRED, Optional.empty(), words));
  }

  /** Returns the status under this leader; who follows nobody today goes on so. */
  private MemberStatus under(Optional<MemberStatus> leader, MemberStatus told) {
    if (leader.isEmpty() || told.leader().isEmpty()) {
      return told.ledBy(Optional.empty());
    }
    boolean elected = leader.get().raftTerm() > today.term() && told.raftTerm() == today.term();
    return elected ? told.inTerm(leader.get().raftTerm(), leader.get().memberId()) : told;
  }

  private PeerActivity activity(boolean others) {
    if (!others) {
      return PeerActivity.UNKNOWN;
    }
    return isEnded() ? PeerActivity.INACTIVE : member.peerActivity();
  }

  private Workload workload() {
    Workload seen = member.workload();
    if (is(Extent.REACH)) {
      return Workload.unreachable("its " + member.words().place() + " is not reached" + STATED);
    }
    return !isEnded() || seen.provenAbsent()
        ? seen
        : Workload.stopped("its process is gone" + STATED)
            .on(seen.placement(), seen.machineTime())
            .probed(seen.probe())
            .ending(seen.grace())
            .trapped(seen.trap());
  }

  private DataDirectory data() {
    if (is(Extent.REACH)) {
      return DataDirectory.of(DataDirectory.State.UNREADABLE);
    }
    if (is(Extent.DATA)) {
      DataDirectory.State gone = DataDirectory.State.ABSENT;
      return new DataDirectory(gone, Optional.empty(), member.data().freeBytes());
    }
    return is(Extent.PROCESS) ? left() : member.data();
  }

  /** Returns the data on disk after the process ended: what the member reported before. */
  private DataDirectory left() {
    DataDirectory data = member.data();
    return member
        .status()
        .filter(told -> today.isLive(member) && data.position().isEmpty())
        .map(told -> data.ownedBy(owner(told)).reaching(position(told)))
        .orElse(data);
  }

  private static DataOwner owner(MemberStatus told) {
    return new DataOwner(told.memberId(), told.clusterId());
  }

  private DataPosition position(MemberStatus told) {
    long revision = told.revision().value();
    return new DataPosition(
        told.raftTerm(),
        told.raftIndex(),
        told.raftIndex(),
        revision,
        revision,
        today.members().stream().flatMap(one -> one.entry().stream()).toList(),
        Optional.empty(),
        Optional.empty());
  }
}
