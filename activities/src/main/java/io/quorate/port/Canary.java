package io.quorate.port;

import io.quorate.cluster.MemberName;

/**
 * Proves that quorum takes writes through a member: overwrites one key, without a lease; where the
 * configuration has the canary off, a linearizable read has to do.
 */
@FunctionalInterface
public interface Canary {
  /** Throws a {@link Failure} when quorum does not answer through this member. */
  void write(MemberName through);
}
