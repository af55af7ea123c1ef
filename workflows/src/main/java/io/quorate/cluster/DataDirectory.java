package io.quorate.cluster;

import java.util.Objects;
import java.util.Optional;

/**
 * What a member's data directory looks like from outside (docs/etcd.md#start-gate).
 *
 * @param damage the data-loss signature that the log of its last run shows
 *     (docs/etcd.md#exits-and-log-lines); with one, present data does not count as intact
 * @param freeBytes what its file system has left for etcd; empty where that is not known
 * @param movedHere the member whose data was handed over to this place by a migration; empty where
 *     that never happened
 * @param restoredBy the file in it that only a restore of a snapshot leaves; empty where none is
 *     left, which does not prove that there was no restore, and in what was stored before anybody
 *     looked for it
 */
public record DataDirectory(
    State state,
    Optional<String> damage,
    Optional<Long> freeBytes,
    Optional<MemberId> movedHere,
    Optional<String> restoredBy) {
  public DataDirectory {
    movedHere = Objects.requireNonNullElse(movedHere, Optional.empty());
    restoredBy = Objects.requireNonNullElse(restoredBy, Optional.empty());
  }

  /** One that nothing was handed over to, and no restore left a trace in. */
  public DataDirectory(State state, Optional<String> damage, Optional<Long> freeBytes) {
    this(state, damage, freeBytes, Optional.empty(), Optional.empty());
  }

  /** How much of the data is there. */
  public enum State {
    ABSENT,
    EMPTY,
    /** No {@code member/wal/*.wal} or no {@code member/snap/db}. */
    PARTIAL,
    PRESENT,
    /** It could not be looked at: unobserved. */
    UNREADABLE
  }

  public static DataDirectory of(State state) {
    return new DataDirectory(state, Optional.empty(), Optional.empty());
  }

  /** The same directory after this member's data was handed over to it. */
  DataDirectory takenOver(MemberId member) {
    return new DataDirectory(State.PRESENT, damage, freeBytes, Optional.of(member), restoredBy);
  }

  /** Whether a member can start empty in it, and a copy can be made in it. */
  public boolean nothingThere() {
    return state == State.ABSENT || state == State.EMPTY;
  }

  /** Whether this member's data was handed over to it. */
  public boolean tookOver(MemberId member) {
    return state == State.PRESENT && movedHere.filter(member::equals).isPresent();
  }

  /** Whether the data is proven lost or damaged. */
  public boolean lost() {
    return switch (state) {
      case ABSENT, EMPTY, PARTIAL -> true;
      case PRESENT -> damage.isPresent();
      case UNREADABLE -> false;
    };
  }

  /** Whether the data is there and nothing speaks against it. */
  public boolean intact() {
    return state == State.PRESENT && damage.isEmpty();
  }
}
