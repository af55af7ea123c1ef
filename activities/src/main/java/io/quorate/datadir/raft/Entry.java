package io.quorate.datadir.raft;

/**
 * An entry of the raft log.
 *
 * @param type 0 a request, 1 and 2 a change of the membership
 * @param data the bytes of what is to be done
 */
@SuppressWarnings("ArrayRecordComponent") // one is made for each of a million entries
public record Entry(long type, Position at, byte[] data) {
  private static final byte[] NOTHING = {};

  /** Reads a {@code raftpb.Entry}. */
  public static Entry read(byte[] bytes) throws MalformedMessageException {
    var in = new MessageReader(bytes);
    long type = 0;
    long term = 0;
    long index = 0;
    byte[] data = NOTHING;
    while (in.next()) {
      switch (in.field()) {
        case 1 -> type = in.number();
        case 2 -> term = in.number();
        case 3 -> index = in.number();
        case 4 -> data = in.copy();
        default -> {}
      }
    }
    return new Entry(type, new Position(term, index), data);
  }

  public long index() {
    return at.index();
  }
}
