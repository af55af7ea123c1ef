package io.quorate.view;

import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.PeerActivity;
import io.quorate.cluster.PeerUrlAnswer;
import io.quorate.cluster.Silence;
import io.quorate.cluster.TlsFailure;
import io.quorate.cluster.VotingStatus;
import io.quorate.data.DataDirectory;
import io.quorate.snapshot.RestoreSource;
import io.quorate.workload.ConfiguredMember;
import io.quorate.workload.Hang;
import io.quorate.workload.Installation;
import io.quorate.workload.PlaceWords;
import io.quorate.workload.Workload;
import java.time.Instant;
import java.util.Optional;

/**
 * Everything that was seen of one member: its entry in the membership, its status, what its peers
 * see, its process and its files. A member that did not answer is <em>unobserved</em>, never
 * "unhealthy".
 *
 * @param configured its place in the configuration; empty for a member that is only in the
 *     membership
 * @param entry its entry in the membership; empty when it is not listed
 * @param status its own answer; empty when it did not answer
 * @param silence why it did not answer; empty when it answered
 * @param silentSince since when it has not answered, as far as anybody looked
 * @param lostSince since when all of this holds: no process, no peer hears it, its data is lost
 * @param clusterVersion the cluster version in its metrics, a minor line such as 3.6; empty when
 *     they could not be read
 * @param peerUrlAnswer what answers at its configured peer URL where the membership lists another;
 *     empty where it was not asked
 */
public record Member(
    MemberName name,
    Optional<ConfiguredMember> configured,
    Optional<MembershipEntry> entry,
    Optional<MemberStatus> status,
    Optional<Silence> silence,
    PeerActivity peerActivity,
    Workload workload,
    DataDirectory data,
    Optional<Instant> silentSince,
    Optional<Instant> lostSince,
    Optional<String> clusterVersion,
    Installation installation,
    Optional<PeerUrlAnswer> peerUrlAnswer) {
  /** How TLS failed; empty where the member answered or TLS is not why it did not. */
  public Optional<TlsFailure> tlsFailure() {
    return silence
        .filter(Silence.Tls.class::isInstance)
        .map(Silence.Tls.class::cast)
        .map(Silence.Tls::failure);
  }

  public VotingStatus votingStatus() {
    return entry.map(MembershipEntry::votingStatus).orElse(VotingStatus.UNLISTED);
  }

  public boolean isVoter() {
    return votingStatus() == VotingStatus.VOTER;
  }

  public boolean isLearner() {
    return votingStatus() == VotingStatus.LEARNER;
  }

  public boolean isListed() {
    return entry.isPresent();
  }

  /** The id in the membership; empty when the member is not listed. */
  public Optional<MemberId> id() {
    return entry.map(MembershipEntry::id);
  }

  public boolean hasId(MemberId id) {
    return id().filter(id::equals).isPresent();
  }

  /** The last raft index that it has applied, as it answers; 0 where it does not. */
  public long appliedIndex() {
    return status.map(MemberStatus::raftAppliedIndex).orElse(0L);
  }

  /** Returns the words of the platform for the place of the member. */
  public PlaceWords words() {
    return configured.map(ConfiguredMember::words).orElse(PlaceWords.HOST);
  }

  public FailureDomain zone() {
    return workload
        .placement()
        .zone()
        .or(() -> configured.map(ConfiguredMember::zone))
        .orElse(FailureDomain.UNKNOWN);
  }

  /** Returns the site, as the platform shows it or the configuration says; empty for neither. */
  public Optional<FailureDomain> site() {
    return workload.placement().site().or(() -> configured.flatMap(ConfiguredMember::site));
  }

  /** The number of its place, where the platform makes places one after the other. */
  public Optional<Integer> ordinal() {
    return configured.flatMap(ConfiguredMember::ordinal);
  }

  /** Whether the platform has not made its place, or has given it up. */
  public boolean hasNoPlace() {
    return workload.isAbsent() && ordinal().isPresent();
  }

  /** The member whose next place this is; empty for a member's own place. */
  public Optional<MemberName> nextOf() {
    return configured.flatMap(ConfiguredMember::nextOf);
  }

  /** The name in etcd's member list: a next place has the name of the member that goes there. */
  public MemberName etcdName() {
    return nextOf().orElse(name);
  }

  /**
   * Whether its supervisor starts it again and again on data that is lost, as systemd does with a
   * new disk: etcd ends each time with "member has already been bootstrapped". A hold ends that.
   */
  public boolean loopsWithoutItsData() {
    return workload.isRestarting() && data.lost() && data.doubt().isEmpty();
  }

  /** Whether this look proves the member dead and without its data, for however short a time. */
  public boolean looksLost() {
    return status.isEmpty()
        && (workload.provenAbsent() || loopsWithoutItsData())
        && peerActivity == PeerActivity.INACTIVE
        && data.lost()
        && data.damage().isEmpty();
  }

  /**
   * Why the member counts as hung: its process is there and does nothing. Empty when it answers,
   * and when only Quorate cannot reach it: then its peers hear from it (docs/etcd.md#hung-members).
   */
  public Optional<Hang> hang() {
    if (status.isPresent() || !workload.runs()) {
      return Optional.empty();
    }
    boolean stalled = peerActivity == PeerActivity.STALLED;
    return workload
        .hang()
        .filter(
            seen ->
                switch (seen.kind()) {
                  case STOPPED, FILES -> true;
                  case DISK, MUTE -> stalled || peerActivity == PeerActivity.INACTIVE;
                })
        .or(() -> stalled ? Optional.of(Hang.MUTE) : Optional.empty());
  }

  /** Whether all of its log, as it is now, is in this snapshot. */
  public boolean isAllIn(RestoreSource snapshot) {
    return snapshot
        .saved()
        .salvage()
        .flatMap(made -> id().flatMap(id -> data.position().filter(far -> made.isAllOf(id, far))))
        .isPresent();
  }

  /** The member, lost since then. */
  Member lostFrom(Instant since) {
    return new Member(
        name,
        configured,
        entry,
        status,
        silence,
        peerActivity,
        workload,
        data,
        silentSince,
        Optional.of(since),
        clusterVersion,
        installation,
        peerUrlAnswer);
  }

  Member withEntry(Optional<MembershipEntry> changed) {
    return with(changed, status, workload, data, clusterVersion, installation);
  }

  Member withStatus(Optional<MemberStatus> changed) {
    return with(entry, changed, workload, data, clusterVersion, installation);
  }

  Member withWorkload(Workload.State changed) {
    return with(
        entry, status, new Workload(changed, "projected"), data, clusterVersion, installation);
  }

  Member withData(DataDirectory changed) {
    return with(entry, status, workload, changed, clusterVersion, installation);
  }

  Member withClusterVersion(String line) {
    Optional<MemberStatus> storing = status.map(said -> said.with(said.storage().storing(line)));
    return with(entry, storing, workload, data, Optional.of(line), installation);
  }

  Member withInstallation(Installation changed) {
    return with(entry, status, workload, data, clusterVersion, changed);
  }

  private Member with(
      Optional<MembershipEntry> listed,
      Optional<MemberStatus> said,
      Workload process,
      DataDirectory directory,
      Optional<String> version,
      Installation started) {
    return new Member(
        name,
        configured,
        listed,
        said,
        silence,
        peerActivity,
        process,
        directory,
        silentSince,
        lostSince,
        version,
        started,
        peerUrlAnswer);
  }
}
