package io.quorate.snapshot;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.Amounts;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.Revision;
import java.util.List;
import java.util.Optional;

/**
 * A snapshot that a cluster could be restored from, with what is known of its content.
 *
 * @param revision the highest in it; at least that, where its content was not read
 * @param raftIndex of the last entry in it; 0 where its content was not read
 * @param keys how many there are; empty where nobody told
 * @param alarms the alarms that come back with it
 * @param downgradeTo the minor to which a downgrade is enabled in it
 * @param authentication whether authentication is on in it; empty where its content was not read
 * @param raftTerm the term of the last entry in it, as its database says; empty where that
 *     {@linkplain EtcdVersion#tellsTerm does not tell} or was not read
 * @param unusable why it must not be restored: it only tells how far the cluster was. Empty for one
 *     that may be
 */
public record RestoreSource(
    SavedSnapshot saved,
    Revision revision,
    long raftIndex,
    Optional<Long> keys,
    List<Alarm.Kind> alarms,
    Optional<String> downgradeTo,
    Optional<Boolean> authentication,
    Optional<Long> raftTerm,
    Optional<SnapshotFlaw> unusable) {
  public RestoreSource {
    alarms = List.copyOf(alarms);
    downgradeTo = downgradeTo.map(RestoreSource::line);
  }

  /** Returns this snapshot, marked as unusable for this reason. */
  public RestoreSource unusableBecause(SnapshotFlaw why) {
    return new RestoreSource(
        saved,
        revision,
        raftIndex,
        keys,
        alarms,
        downgradeTo,
        authentication,
        raftTerm,
        Optional.of(why));
  }

  /** Whether only a restore on trial speaks against it, which can be made again. */
  public boolean isMarkedByTrial() {
    return unusable.filter(SnapshotFlaw::mayPass).isPresent();
  }

  /** etcd's database has {@code 3.5.0} where its command line takes {@code 3.5}. */
  private static String line(String version) {
    return version.replaceFirst("^(\\d+\\.\\d+)\\..*", "$1");
  }

  private static int compareReach(RestoreSource one, RestoreSource other) {
    boolean bothTold = one.term() != 0 && other.term() != 0;
    int terms = bothTold ? Long.compareUnsigned(one.term(), other.term()) : 0;
    if (terms != 0) {
      return terms;
    }
    return one.index() != 0 && other.index() != 0
        ? Long.compareUnsigned(one.index(), other.index())
        : one.revision.compareTo(other.revision);
  }

  /**
   * Whether the other source of the same history reaches further than this one: by term, then by
   * index. Where the term of one of them is not known, the index decides; where an index was not
   * read, the revision, which grows with it. Of several {@link RaftOrder} tells the furthest.
   */
  public boolean isBehind(RestoreSource other) {
    return compareReach(this, other) < 0;
  }

  /** Whether both reach equally far, as far as both tell. */
  public boolean reachesAsFarAs(RestoreSource other) {
    return compareReach(this, other) == 0;
  }

  /** The raft term up to which the source is known to reach; 0 where it is not known. */
  public long term() {
    return saved
        .salvage()
        .map(Salvage::term)
        .filter(term -> term != 0)
        .or(() -> raftTerm)
        .orElse(saved.raftTerm());
  }

  /** The raft index up to which the source reaches. */
  public long index() {
    return saved.salvage().map(Salvage::index).orElse(raftIndex);
  }

  /** Whether it was made without quorum, of the data of one member. */
  public boolean isSalvaged() {
    return saved.salvage().isPresent() && !isForeign();
  }

  /**
   * Returns whether somebody else put the file among the snapshots. Quorate restores such a file
   * only where a person names it.
   */
  public boolean isForeign() {
    return saved.isForeign();
  }

  /** Whether a member gave it while there was no quorum: others may have known more. */
  public boolean mayBeStale() {
    return saved.salvage().filter(made -> made.way() == Salvage.Way.SERVED).isPresent();
  }

  /** Where it comes from, such as {@code made of the data of etcd-0}. */
  public String origin() {
    if (isForeign()) {
      return saved.trailer() == Salvage.Trailer.MISSING
          ? "a copied database without etcd's checksum"
          : "a snapshot that somebody else saved";
    }
    return saved
        .salvage()
        .map(
            made ->
                switch (made.way()) {
                  case SERVED -> "given by " + saved.source() + " without quorum, possibly stale";
                  case FORCED_COPY -> "made of the data of " + saved.source();
                  case DATABASE_FILE -> "the database of " + saved.source() + " without its log";
                })
        .orElseGet(() -> "saved at " + Amounts.moment(saved.savedAt()));
  }
}
