package io.quorate.step;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * How far a member is that receives the data of its cluster: first the database, then what was
 * written meanwhile.
 *
 * @param bytes of its database, or of what it has received of one
 * @param ofBytes of the leader's database; 0 while no leader was seen
 * @param index its applied raft index; empty while it does not serve
 * @param ofIndex the leader's committed raft index
 */
public record HowFar(
    MemberName member, long bytes, long ofBytes, Optional<Long> index, long ofIndex) {
  /** How long even an empty member may do nothing: an election, a busy disk, a reboot. */
  private static final Duration LEAST = Duration.ofMinutes(1);

  /** Slowest rate at which a member may open and apply a database that it has received. */
  private static final long OPENED_PER_SECOND = 10 << 20;

  /** Slowest rate at which a database may come over the network, for limits of a whole step. */
  private static final long RECEIVED_PER_SECOND = 2 << 20;

  private static final long MEBIBYTE = 1 << 20;

  /**
   * How far the member is in this view.
   *
   * @param received bytes on its disk, which show while it does not serve yet
   * @param before an earlier look, which tells the size while no leader answers
   */
  public static HowFar of(
      ClusterView view, MemberName member, long received, Optional<HowFar> before) {
    Optional<MemberStatus> leader = view.leader().flatMap(Member::status);
    Optional<MemberStatus> own = view.member(member).filter(view::isLive).flatMap(Member::status);
    return new HowFar(
        member,
        Math.max(received, own.map(MemberStatus::dbSizeBytes).orElse(0L)),
        leader.map(MemberStatus::dbSizeBytes).or(() -> before.map(HowFar::ofBytes)).orElse(0L),
        own.map(MemberStatus::raftAppliedIndex),
        leader.map(MemberStatus::raftIndex).or(() -> before.map(HowFar::ofIndex)).orElse(0L));
  }

  /** Whether the member has come on since an earlier look, or began anew. */
  public boolean hasMovedSince(HowFar earlier) {
    return bytes != earlier.bytes || !index.equals(earlier.index);
  }

  /**
   * How long a member may show no progress before it counts as standing still. With the size of the
   * database grows the time in which a member opens what it has received, and shows nothing.
   */
  public Duration patience() {
    return patience(ofBytes);
  }

  static Duration patience(long databaseBytes) {
    return LEAST.plusSeconds(databaseBytes / OPENED_PER_SECOND);
  }

  /** Time in which a database of this size has come even over a slow network. */
  static Duration toReceive(long databaseBytes) {
    return Duration.ofSeconds(databaseBytes / RECEIVED_PER_SECOND);
  }

  /** The size of the leader's database; 0 while no leader answers. */
  static long ofLeader(ClusterView view) {
    return view.leader().flatMap(Member::status).map(MemberStatus::dbSizeBytes).orElse(0L);
  }

  /**
   * {@code etcd-3 has 1,200 of 1,536 MiB}, and how many entries it is behind where it serves. What
   * it has received may be a little more than the leader's database, which is no more of it.
   */
  @Override
  public String toString() {
    long of = Math.max(1, ofBytes / MEBIBYTE);
    return String.format(
            Locale.ROOT, "%s has %,d of %,d MiB", member, Math.min(bytes / MEBIBYTE, of), of)
        + index.map(own -> behind(Math.max(0, ofIndex - own))).orElse("");
  }

  private static String behind(long entries) {
    return String.format(
        Locale.ROOT, ", %,d %s behind", entries, entries == 1 ? "entry" : "entries");
  }
}
