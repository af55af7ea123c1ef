package io.quorate.datadir.raft;

/**
 * Term, vote and commit index that a raft member has promised to keep.
 *
 * @param vote whom it voted for in the term; 0 for nobody
 * @param commit the highest index that it knew to be committed, when this was written
 */
public record HardState(long term, long vote, long commit) {
  /** Reads a {@code raftpb.HardState}. */
  public static HardState read(byte[] bytes) throws MalformedMessageException {
    var in = new MessageReader(bytes);
    long term = 0;
    long vote = 0;
    long commit = 0;
    while (in.next()) {
      switch (in.field()) {
        case 1 -> term = in.number();
        case 2 -> vote = in.number();
        case 3 -> commit = in.number();
        default -> {}
      }
    }
    return new HardState(term, vote, commit);
  }
}
