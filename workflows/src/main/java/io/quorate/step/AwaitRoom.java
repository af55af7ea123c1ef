package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.WalDirectory;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Waits until a person has made room on the file system of a member (docs/etcd.md#full-disks).
 * Quorate deletes nothing: only its owner knows what may go.
 *
 * @param mebibytes how much has to be free, in MiB
 * @param logMebibytes how much has to be free for the log that has a directory of its own, in MiB;
 *     empty where it has none, and in values stored before it was asked for
 */
public record AwaitRoom(MemberName member, long mebibytes, Optional<Long> logMebibytes)
    implements ActivityStep {
  public AwaitRoom {
    logMebibytes = Objects.requireNonNullElse(logMebibytes, Optional.empty());
  }

  /** A wait for room in the file system that holds data and log. */
  public AwaitRoom(MemberName member, long mebibytes) {
    this(member, mebibytes, Optional.empty());
  }

  @Override
  public String sentence() {
    return "Wait until "
        + mebibytes
        + " MiB are free for "
        + member
        + logMebibytes.map(more -> ", and " + more + " MiB for its log").orElse("")
        + "; free them, and never delete files of etcd";
  }

  @Override
  public Optional<MemberName> host() {
    return Optional.of(member);
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  @Override
  public Budget budget() {
    return new Budget(Duration.ofHours(12), 40);
  }

  /** Only reads, and is waited for while there is no quorum. */
  @Override
  public QuorumNeed quorumNeed() {
    return QuorumNeed.RETURNS_VOTES;
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return free(view)
        .filter(free -> free >= mebibytes)
        .filter(free -> logMebibytes.isEmpty() || enoughForTheLog(view))
        .map(free -> free + " MiB are free for " + member + inWords(freeForTheLog(view)));
  }

  private static String inWords(Optional<Long> log) {
    return log.map(free -> ", and " + free + " MiB for its log").orElse("");
  }

  private boolean enoughForTheLog(ClusterView view) {
    return freeForTheLog(view).filter(free -> free >= logMebibytes.orElse(0L)).isPresent();
  }

  /** Free space for the log that has a directory of its own, in MiB; empty where there is none. */
  public Optional<Long> freeForTheLog(ClusterView view) {
    return view.member(member)
        .flatMap(seen -> seen.data().wal())
        .flatMap(WalDirectory::freeBytes)
        .map(bytes -> bytes >> 20);
  }

  /** Free space in MiB; empty where it cannot be seen. */
  public Optional<Long> free(ClusterView view) {
    return view.member(member)
        .map(Member::data)
        .flatMap(DataDirectory::freeBytes)
        .map(bytes -> bytes >> 20);
  }
}
