package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * How far a member is that receives the data of its cluster: first the database, then what was
 * written meanwhile.
 *
 * @param bytes of its database, or of what it has received of one
 * @param ofBytes of the leader's database, or of the largest of a voter while no leader was seen; 0
 *     while no voter was
 * @param index its applied raft index; empty while it does not serve, or there is no leader with
 *     which to compare it
 * @param ofIndex the leader's committed raft index; 0 while there is none
 */
public record ReplicationProgress(
    MemberName member, long bytes, long ofBytes, Optional<Long> index, long ofIndex) {
  /** How long even an empty member may do nothing: an election, a busy disk, a reboot. */
  private static final Duration LEAST = Duration.ofMinutes(1);

  /** Slowest rate at which a member may open and apply a database that it has received. */
  private static final long OPENED_PER_SECOND = 10 << 20;

  /** Slowest rate at which a database may come over the network, for limits of a whole step. */
  private static final long RECEIVED_PER_SECOND = 2 << 20;

  /** How long a burst of writes may keep a member from coming nearer to the leader. */
  private static final Duration NO_NEARER = Duration.ofMinutes(10);

  private static final long MEBIBYTE = 1 << 20;

  /**
   * How far the member is in this view.
   *
   * @param received bytes on its disk, which show while it does not serve yet
   * @param before an earlier look, which tells the size while no leader answers
   */
  public static ReplicationProgress of(
      ClusterView view, MemberName member, long received, Optional<ReplicationProgress> before) {
    Optional<MemberStatus> leader = view.leader().flatMap(Member::status);
    Optional<MemberStatus> own = view.member(member).filter(view::isLive).flatMap(Member::status);
    return new ReplicationProgress(
        member,
        Math.max(received, own.map(MemberStatus::dbSizeBytes).orElse(0L)),
        leader
            .map(MemberStatus::dbSizeBytes)
            .or(() -> before.map(ReplicationProgress::ofBytes).filter(size -> size > 0))
            .orElseGet(view::largestDatabase),
        leader.flatMap(seen -> own).map(MemberStatus::raftAppliedIndex),
        leader.map(MemberStatus::raftIndex).orElse(0L));
  }

  /** Whether the look told something of the member; one without figures is no look at it. */
  public boolean isKnown() {
    return bytes > 0 || index.isPresent();
  }

  /** Whether anything of the member is another figure than before. */
  public boolean hasMovedSince(ReplicationProgress earlier) {
    return bytes != earlier.bytes
        || index.isPresent() && earlier.index.isPresent() && !index.equals(earlier.index);
  }

  /** How many entries the member is behind the leader; empty while it does not serve. */
  public Optional<Long> behind() {
    return index.map(own -> Math.max(0, ofIndex - own));
  }

  /**
   * How long a member may show no progress before it counts as standing still. With the size of the
   * database grows the time in which a member opens what it has received, and shows nothing.
   */
  public Duration patience() {
    return patience(Math.max(ofBytes, bytes));
  }

  /**
   * How long a member may move and come no nearer: it receives a database anew, or more is written
   * than it applies.
   */
  public Duration endurance() {
    return patience().plus(NO_NEARER).plus(toReceive(Math.max(ofBytes, bytes)));
  }

  static Duration patience(long databaseBytes) {
    return LEAST.plusSeconds(databaseBytes / OPENED_PER_SECOND);
  }

  /**
   * Time in which all data of a member comes even over a slow network, once before its start and
   * once after a look at it was cut. The size is that of its files, of those of others where nobody
   * looked at its own, and of the largest database where nobody tells any.
   */
  static Duration toRead(ClusterView view, MemberName member) {
    return toReceive(view.bytesOfData(member));
  }

  /**
   * Time in which a snapshot in the store was brought to a host even over a slow network, restored
   * and read there, and served alone with a hash of all of it.
   *
   * @param file the snapshot; where its size is not known, it has that of the largest database
   */
  static Duration toTry(ClusterView view, Optional<String> file) {
    long bytes =
        view.sources().stream()
            .filter(source -> file.filter(source.saved().file()::equals).isPresent())
            .mapToLong(source -> source.saved().sizeBytes())
            .max()
            .orElseGet(view::largestDatabase);
    return toTry(bytes);
  }

  /** Time to bring a snapshot of this size to a host, restore it, read it and serve it alone. */
  static Duration toTry(long bytes) {
    return toReceive(bytes).multipliedBy(4).plus(patience(bytes).multipliedBy(3));
  }

  /** Time in which a database of this size has come even over a slow network. */
  static Duration toReceive(long databaseBytes) {
    return Duration.ofSeconds(databaseBytes / RECEIVED_PER_SECOND);
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
        + behind().map(ReplicationProgress::entries).orElse("");
  }

  private static String entries(long entries) {
    return String.format(
        Locale.ROOT, ", %,d %s behind", entries, entries == 1 ? "entry" : "entries");
  }
}
