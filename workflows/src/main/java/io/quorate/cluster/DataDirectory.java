package io.quorate.cluster;

import java.util.Objects;
import java.util.Optional;

/**
 * What a member's data directory looks like from outside (contract 3, "Hosts, precisely").
 *
 * @param damage the data-loss signature that the log of its last run shows (etcd-runbooks 1.3);
 *     with one, present data does not count as intact
 * @param freeBytes what its file system has left for etcd; empty where that is not known
 * @param restoredBy the file in it that only a restore of a snapshot leaves; empty where none is
 *     left, which does not prove that there was no restore, and in what was stored before anybody
 *     looked for it
 */
public record DataDirectory(
    State state, Optional<String> damage, Optional<Long> freeBytes, Optional<String> restoredBy) {
  public DataDirectory {
    restoredBy = Objects.requireNonNullElse(restoredBy, Optional.empty());
  }

  /** One that no restore left a trace in. */
  public DataDirectory(State state, Optional<String> damage, Optional<Long> freeBytes) {
    this(state, damage, freeBytes, Optional.empty());
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
