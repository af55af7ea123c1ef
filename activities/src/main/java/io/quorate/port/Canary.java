package io.quorate.port;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;

/**
 * Proof that quorum takes writes through a member: one key is overwritten, without a lease. Where
 * the configuration switches the canary off, a linearizable read takes the place of the write.
 */
@FunctionalInterface
public interface Canary {
  /**
   * Writes through this member; throws a {@link Failure} when quorum does not answer through it.
   */
  void write(MemberName through);

  /**
   * How many changes of the keyspace after this revision were made by {@link #write}, from whatever
   * machine; none where it reads. Each raised the revision by one. Throws a {@link Failure} where
   * that cannot be told, because the revision was compacted or quorum does not answer.
   */
  default long writtenSince(MemberName through, Revision since) {
    return 0;
  }
}
