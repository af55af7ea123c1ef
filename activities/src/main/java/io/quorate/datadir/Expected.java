package io.quorate.datadir;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.datadir.raft.Request;
import java.util.Optional;

/**
 * Owner that the data should have, and the minor of the etcd that would be started on the data.
 *
 * @param minor 4 to 7, of the binary: several answers depend on it
 * @param member empty where any will do
 * @param cluster empty where any will do
 */
public record Expected(int minor, Optional<MemberId> member, Optional<ClusterId> cluster) {
  /** Anybody's data, for an etcd of that minor. */
  public static Expected anybody(int minor) {
    return new Expected(minor, Optional.empty(), Optional.empty());
  }

  /** Whether etcd finds its raft snapshot by the log's marks alone, without the file (from 3.7). */
  boolean startsFromMarks() {
    return minor >= 7;
  }

  /**
   * Whether etcd judges the cluster version that its database has when it starts (from 3.6);
   * before, it is told by the old store.
   */
  boolean believesVersion() {
    return minor >= 6;
  }

  /** Whether the database has the term of its last entry, and no older one (from 3.5). */
  boolean tellsTerm() {
    return minor >= 5;
  }

  /** Whether the old store is the truth for the members (up to 3.5). */
  boolean trustsOldStore() {
    return minor <= 5;
  }

  /**
   * Whether etcd starts on a log with this request of its old interface: up to 3.5 on all, 3.6 on
   * what members say of themselves, 3.7 on none (docs/etcd.md#v2-requests).
   */
  boolean understands(Request.Version2 old) {
    return minor <= 5 || (minor == 6 && old.ofMembership());
  }
}
