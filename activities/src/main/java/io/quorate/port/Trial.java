package io.quorate.port;

import io.quorate.port.Storage.HashOfKeys;
import java.time.Duration;
import java.util.Optional;

/**
 * A start of a member on restored data, where nobody could reach it.
 *
 * @param restoring how long the restore took; zero where the data was there
 * @param starting from the start to the first linearizable read
 * @param oldWatch what a watch from before the raised revision got; empty where none was raised,
 *     and where nothing tells
 * @param learner what became of a learner that was to join; empty where none was
 */
public record Trial(
    Recovered content,
    Duration restoring,
    Duration starting,
    Optional<OldWatch> oldWatch,
    Optional<Learner> learner) {
  /** The answer to a watch from a revision before the bump. */
  public enum OldWatch {
    /** The watch is told that the revision is compacted, so a client lists its keys anew. */
    COMPACTED,
    /** Older revisions can still be read, so it is told old events, or hangs: caches go wrong. */
    OPEN
  }

  /** A member with empty data that was added to the restored one as a learner. */
  public sealed interface Learner {}

  /**
   * A learner that reached the revision of the restored member and was promoted, because etcd tells
   * no hash of a learner.
   *
   * @param took from its addition to its hash
   * @param own the hash of its keys
   * @param beside the hash of the restored member's keys, over the same revisions
   */
  public record Joined(Duration took, HashOfKeys own, HashOfKeys beside) implements Learner {}

  /**
   * A learner that did not come so far in its time, which says nothing of the snapshot.
   *
   * @param why in a clause about it
   */
  public record StayedOutside(String why) implements Learner {}
}
