package io.quorate.port;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Salvage of a stopped member's data, and restore of snapshots, with the tools of etcd itself. What
 * is started here serves where it can reach nobody and nobody can reach it (docs/etcd.md#n-02), and
 * ends with the call. All mutating methods but the trial hold the member's lock on its host while
 * they act, and throw {@link Failure.Refused} while its process is not proven absent. They take as
 * long as the data is large, and may be called again: what a killed attempt left is taken over or
 * begun anew.
 */
public interface Restores {
  /**
   * Why nothing can be salvaged or restored for this member on its host: rights, tools, their
   * version. Never throws.
   */
  Optional<String> objection(MemberName member);

  /**
   * Makes a snapshot of the data of a stopped member, on a copy of it: the data itself is only ever
   * read. The copy stands beside the data and is removed at the end. Data that is damaged in a way
   * that allows neither a start nor the use of its database is {@link Failure.Spoiled}.
   *
   * @param keep receives the snapshot; its bytes can be read only during the call. Where it fails,
   *     so does the salvage
   * @param progress told what is being done, a clause each
   */
  void salvage(
      MemberName member, Consumer<Salvaged> keep, Consumer<String> progress, Permit permit);

  /**
   * Brings a snapshot to the member's host, where that is another machine; the one that is used
   * there. What a killed attempt has brought is gone on with, once its checksum is that of what was
   * sent. Nothing of the member is touched. Throws {@link Failure.Refused} where the host has no
   * room for it and for what is then restored of it.
   *
   * @param progress told what is being done, a clause each
   * @param permit asked for where there is something to bring, and used before the first byte
   */
  SnapshotFile bring(
      MemberName member, DeliveryOrder order, Consumer<String> progress, Supplier<Permit> permit);

  /**
   * Removes from the member's host what {@link #bring} brought there for the operation; nothing
   * where the attempt is over, for a later one may use it.
   */
  void discard(MemberName member, Permit permit);

  /**
   * Restores a snapshot beside the member's data, starts a member on it that nobody can reach, asks
   * it, lets a learner join it where one is ordered, and removes what was restored. The member may
   * run beside it; its own data is not touched.
   */
  Trial tryOut(MemberName member, TrialOrder order, Permit permit);

  /**
   * Restores a snapshot as the data of this member. It is restored and read beside the final place,
   * which has to be absent or empty, and gets there with one rename, never replacing anything.
   * Where that took so long that the permit ran out, {@link Failure.Transient}: the next call only
   * renames. A directory with the expected ids that is there already counts as done.
   *
   * @return where the directory is, in a sentence
   */
  String restore(MemberName member, RestoreOrder order, Permit permit);

  /**
   * Starts an isolated etcd once on the member's data, asks etcd, and stops etcd before any client
   * can find the member.
   *
   * @param revision at which its keys are counted and hashed
   */
  Trial verifyInPlace(MemberName member, Revision revision, Permit permit);
}
