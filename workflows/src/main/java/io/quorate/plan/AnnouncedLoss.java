package io.quorate.plan;

import io.quorate.cluster.Revision;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Loss of acknowledged writes that a plan announces before anybody approves the plan
 * (docs/etcd.md#loss). A number that cannot be known is empty, never 0.
 *
 * @param source the data the cluster goes on with: {@code the data of etcd-2}, {@code snapshot ...}
 * @param revision of that source
 * @param highestSeen highest revision that a quorum was seen to have
 * @param certainlyLost number of revisions that a quorum was seen to have and the source lacks
 * @param possiblyLost most acknowledged changes that the source can lack, the certain ones with it;
 *     empty where nothing bounds it
 * @param from time up to which acknowledged writes are in the source
 * @param to time by which the certainly lost writes had been acknowledged
 * @param lines the report, a sentence a line
 * @param highestIndex highest raft index that was seen committed
 */
public record AnnouncedLoss(
    String source,
    Revision revision,
    Optional<Long> highestSeen,
    Optional<Long> certainlyLost,
    Optional<Long> possiblyLost,
    Optional<Instant> from,
    Optional<Instant> to,
    List<String> lines,
    Optional<Long> highestIndex) {
  public AnnouncedLoss {
    lines = List.copyOf(lines);
  }
}
