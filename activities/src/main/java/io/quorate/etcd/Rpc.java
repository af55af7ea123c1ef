package io.quorate.etcd;

import io.grpc.Channel;
import java.time.Duration;
import java.util.function.Function;

/**
 * One call to one member.
 *
 * @param purpose completes the sentence "etcd-1 did not ..."
 * @param within the deadline; etcd sets none for membership changes and for a move of the leader
 *     (docs/etcd.md#late-changes)
 * @param call makes the call on a channel that carries deadline and metadata
 * @param answeredBy reads the ids from the header of the answer
 */
record Rpc<R>(
    String purpose,
    Kind kind,
    Duration within,
    Function<Channel, R> call,
    Function<R, Identity> answeredBy) {
  /** Deadline of calls that a member answers alone, without waiting for its peers. */
  static final Duration SHORT = Duration.ofSeconds(3);

  /**
   * Deadline of calls through quorum: longer than etcd's own limit of 5 s and two election
   * time-outs (docs/etcd.md#time-limits).
   */
  static final Duration LONG = Duration.ofSeconds(10);

  /**
   * Deadline of a compaction that waits until its member has freed the pages
   * (docs/etcd.md#nospace).
   */
  static final Duration FREEING = Duration.ofMinutes(10);
}
