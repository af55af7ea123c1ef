package io.quorate.datadir.raft;

import java.util.Optional;

/**
 * The log's note that a raft snapshot was made or received.
 *
 * @param members empty up to etcd 3.4, which does not write it
 */
public record SnapshotMark(Position at, Optional<ConfState> members) {
  /** Reads a {@code walpb.Snapshot}. */
  public static SnapshotMark read(byte[] bytes) throws MalformedMessageException {
    var in = new MessageReader(bytes);
    long index = 0;
    long term = 0;
    Optional<ConfState> members = Optional.empty();
    while (in.next()) {
      switch (in.field()) {
        case 1 -> index = in.number();
        case 2 -> term = in.number();
        case 3 -> members = Optional.of(ConfState.read(in.message()));
        default -> {}
      }
    }
    return new SnapshotMark(new Position(term, index), members);
  }
}
