package io.quorate.port;

import io.quorate.cluster.MemberName;

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
}
