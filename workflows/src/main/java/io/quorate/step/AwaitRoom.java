package io.quorate.step;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.DataDirectory;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberName;
import java.time.Duration;
import java.util.Optional;

/**
 * Waits until a person has made room on the file system of a member (docs/etcd.md#full-disks).
 * Quorate deletes nothing: only its owner knows what may go.
 *
 * @param mebibytes how much has to be free, in MiB
 */
public record AwaitRoom(MemberName member, long mebibytes) implements ActivityStep {
  @Override
  public String sentence() {
    return "Wait until "
        + mebibytes
        + " MiB are free for "
        + member
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

  @Override
  public Optional<String> isDone(ClusterView view) {
    return free(view)
        .filter(free -> free >= mebibytes)
        .map(free -> free + " MiB are free for " + member);
  }

  /** Free space in MiB; empty where it cannot be seen. */
  public Optional<Long> free(ClusterView view) {
    return view.member(member)
        .map(Member::data)
        .flatMap(DataDirectory::freeBytes)
        .map(bytes -> bytes >> 20);
  }
}
