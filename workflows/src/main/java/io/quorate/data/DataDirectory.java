package io.quorate.data;

import io.quorate.cluster.MemberId;
import io.quorate.workload.WalDirectory;
import java.time.Instant;
import java.util.Optional;

/**
 * A member's data directory as it looks from outside (docs/etcd.md#start-gate).
 *
 * @param finding what was found against a start on the data: by a line of its log that holds
 *     (docs/etcd.md#start-gate), by a reading (docs/etcd.md#data-directories), or by the cluster
 *     record; empty where nothing was
 * @param freeBytes the free space of its file system for etcd, in bytes; empty where unknown
 * @param movedHere the member whose data a migration handed over to this place; empty where that
 *     never happened
 * @param restoredBy the file in it that only a restore of a snapshot leaves; empty where there is
 *     none, which does not prove that there was no restore
 * @param owner whose data it is; empty where that was not read
 * @param wal the directory of its own that the member's log has; empty where the log is in the data
 *     directory
 * @param doubt why what is seen proves nothing, as a clause: {@code its data directory is below
 *     /var/lib/etcd, which /etc/fstab mounts and which is not mounted: ...}; the state is {@link
 *     State#UNREADABLE} then.
 * @param emptySince when an empty directory was last changed; empty for any other
 * @param position how far its data is, also where a part of it is missing; empty where that was not
 *     read
 * @param logged the raft index that the log of a running process had reached at least when it was
 *     read; empty where nobody read it
 * @param files its files; empty where nobody looked at them
 * @param partsAt the lowest raft index at which its log has another entry than that of a voter that
 *     serves, though both know the index to be committed; empty where none was seen, nobody
 *     compared
 */
public record DataDirectory(
    State state,
    Optional<DataFinding> finding,
    Optional<Long> freeBytes,
    Optional<MemberId> movedHere,
    Optional<String> restoredBy,
    Optional<DataOwner> owner,
    Optional<WalDirectory> wal,
    Optional<String> doubt,
    Optional<Instant> emptySince,
    Optional<DataPosition> position,
    Optional<Long> logged,
    Optional<DataFiles> files,
    Optional<Long> partsAt) {
  /** A directory of which nobody read how far its data is. */
  public DataDirectory(
      State state,
      Optional<DataFinding> finding,
      Optional<Long> freeBytes,
      Optional<MemberId> movedHere,
      Optional<String> restoredBy,
      Optional<DataOwner> owner,
      Optional<WalDirectory> wal,
      Optional<String> doubt,
      Optional<Instant> emptySince) {
    this(
        state,
        finding,
        freeBytes,
        movedHere,
        restoredBy,
        owner,
        wal,
        doubt,
        emptySince,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** A directory with its log in it, and without a doubt. */
  public DataDirectory(
      State state,
      Optional<DataFinding> finding,
      Optional<Long> freeBytes,
      Optional<MemberId> movedHere,
      Optional<String> restoredBy,
      Optional<DataOwner> owner) {
    this(
        state,
        finding,
        freeBytes,
        movedHere,
        restoredBy,
        owner,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** A directory without a hand-over and without traces of a restore, of nobody that is known. */
  public DataDirectory(State state, Optional<DataFinding> finding, Optional<Long> freeBytes) {
    this(state, finding, freeBytes, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** How much of the data is there. */
  public enum State {
    ABSENT,
    EMPTY,
    /** The directory lacks {@code member/snap/db}, or its log lacks {@code *.wal}. */
    PARTIAL,
    PRESENT,
    /** The directory could not be read: unobserved. */
    UNREADABLE
  }

  public static DataDirectory of(State state) {
    return new DataDirectory(state, Optional.empty(), Optional.empty());
  }

  /** The directory as it is after this member's data was handed over to it. */
  public DataDirectory takenOver(MemberId member) {
    return new DataDirectory(
        State.PRESENT,
        finding,
        freeBytes,
        Optional.of(member),
        restoredBy,
        owner,
        wal,
        doubt,
        Optional.empty(),
        position,
        logged,
        files,
        partsAt);
  }

  /** Returns this directory with an owner, as its log names the owner. */
  public DataDirectory ownedBy(DataOwner owner) {
    return with(finding, Optional.of(owner), wal, position, logged, files, partsAt);
  }

  /** Returns this directory with its log in another directory. */
  public DataDirectory loggingTo(WalDirectory place) {
    return with(finding, owner, Optional.of(place), position, logged, files, partsAt);
  }

  /** An empty directory that was last changed at this time. */
  public DataDirectory emptySince(Instant time) {
    return new DataDirectory(
        state, finding, freeBytes, movedHere, restoredBy, owner, wal, doubt, Optional.of(time));
  }

  /** Returns this directory with the position that its data has reached. */
  public DataDirectory reaching(DataPosition far) {
    return with(finding, owner, wal, Optional.of(far), logged, files, partsAt);
  }

  /** Returns this directory with a finding of damage. */
  public DataDirectory damagedBy(DataFinding found) {
    return with(Optional.of(found), owner, wal, position, logged, files, partsAt);
  }

  /** Returns this directory with the raft index that the log of a running process has reached. */
  public DataDirectory loggedUpTo(long index) {
    return with(finding, owner, wal, position, Optional.of(index), files, partsAt);
  }

  /** Returns this directory with the files that it holds. */
  public DataDirectory holding(DataFiles seen) {
    return with(finding, owner, wal, position, logged, Optional.of(seen), partsAt);
  }

  /**
   * Returns this directory with the index at which its log differs from the log of a serving
   * member.
   */
  public DataDirectory partingAt(long index) {
    return with(finding, owner, wal, position, logged, files, Optional.of(index));
  }

  private DataDirectory with(
      Optional<DataFinding> found,
      Optional<DataOwner> whose,
      Optional<WalDirectory> log,
      Optional<DataPosition> far,
      Optional<Long> reached,
      Optional<DataFiles> seen,
      Optional<Long> parting) {
    return new DataDirectory(
        state,
        found,
        freeBytes,
        movedHere,
        restoredBy,
        whose,
        log,
        doubt,
        emptySince,
        far,
        reached,
        seen,
        parting);
  }

  /**
   * Returns this directory after a reading of all its files, damaged where the reading found
   * damage.
   *
   * @param damage what that reading found
   */
  public DataDirectory readWhole(Instant at, Optional<DataFinding> damage) {
    DataDirectory judged = damage.filter(any -> intact()).map(this::damagedBy).orElse(this);
    return files.map(seen -> judged.holding(seen.readWhole(at, damage))).orElse(judged);
  }

  /** The damage of the data; with one, present data does not count as intact. */
  public Optional<DataFinding> damage() {
    return finding.filter(found -> found.verdict().provesDamage());
  }

  /** Whether data that seems whole may still be damaged, because not all of it was read. */
  public boolean isUnproven() {
    return intact() && files.flatMap(DataFiles::readAt).isEmpty();
  }

  /**
   * Returns the directory as unreadable, for this reason. {@link #ownedBy} may add the owner of the
   * data, where a running process has the directory open.
   */
  public DataDirectory doubted(String why) {
    return doubted(Optional.empty(), why);
  }

  /** Returns the directory as unreadable, because of what a reading found in it. */
  public DataDirectory doubted(DataFinding found) {
    return doubted(Optional.of(found), found.words());
  }

  private DataDirectory doubted(Optional<DataFinding> found, String why) {
    return new DataDirectory(
        State.UNREADABLE,
        found,
        freeBytes,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        wal,
        Optional.of(why),
        Optional.empty());
  }

  /**
   * Whether the directory is empty or absent, so that a member can start empty in it or a copy be
   * made in it.
   */
  public boolean nothingThere() {
    return state == State.ABSENT || state == State.EMPTY;
  }

  /** Whether the directory could be read, so that what is there could be set aside. */
  public boolean couldBeRead() {
    return doubt.isEmpty() && state != State.UNREADABLE;
  }

  /** Whether this member's data was handed over to the directory. */
  public boolean tookOver(MemberId member) {
    return state == State.PRESENT && movedHere.filter(member::equals).isPresent();
  }

  /** Whether the data is proven lost or damaged. */
  public boolean lost() {
    return switch (state) {
      case ABSENT, EMPTY, PARTIAL -> true;
      case PRESENT -> damage().isPresent();
      case UNREADABLE -> false;
    };
  }

  /** Whether the data is there without a sign of damage. */
  public boolean intact() {
    return state == State.PRESENT && damage().isEmpty();
  }
}
