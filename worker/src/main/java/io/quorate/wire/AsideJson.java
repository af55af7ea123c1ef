package io.quorate.wire;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.port.AsideDirectory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Output of {@code quorate snapshots --aside -o json}: the old directories of each member, the
 * longest set aside first.
 *
 * @param at when the hosts were looked at
 * @param problems members whose host could not be looked at, and why, a sentence each
 */
public record AsideJson(
    String cluster, Instant at, List<DirectoryJson> directories, List<String> problems) {
  public AsideJson {
    directories = List.copyOf(directories);
    problems = List.copyOf(problems);
  }

  /**
   * One directory that was renamed and kept.
   *
   * @param path absolute, on the member's host
   * @param operation that set it aside; null for a name that Quorate did not give
   * @param was id of the member whose data it is; null where no membership listed it then
   * @param bytes that it takes on its disk
   * @param since when it was last changed: when it was set aside, unless somebody touched it later
   */
  public record DirectoryJson(
      String member,
      String path,
      Optional<String> operation,
      Optional<String> was,
      long bytes,
      Optional<Instant> since,
      Optional<Long> ageSeconds) {
    public static DirectoryJson of(MemberName member, AsideDirectory kept, Instant now) {
      return new DirectoryJson(
          member.value(),
          kept.path(),
          kept.operation(),
          kept.was().map(MemberId::toString),
          kept.bytes(),
          kept.since(),
          kept.since().map(since -> Math.max(0, Duration.between(since, now).toSeconds())));
    }
  }

  public static AsideJson of(
      ClusterKey cluster, Instant now, List<DirectoryJson> directories, List<String> problems) {
    return new AsideJson(cluster.value(), now, directories, problems);
  }
}
