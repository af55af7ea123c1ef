package io.quorate.datadir.raft;

/**
 * A place in a raft log. All comparisons are unsigned, as etcd's are.
 *
 * @param term the term of the entry
 * @param index its index, from 1; 0 is the place before the first
 */
public record Position(long term, long index) implements Comparable<Position> {
  public static final Position START = new Position(0, 0);

  /** As raft orders logs: by the last term, then by the last index. */
  @Override
  public int compareTo(Position other) {
    int terms = Long.compareUnsigned(term, other.term);
    return terms != 0 ? terms : Long.compareUnsigned(index, other.index);
  }

  @Override
  public String toString() {
    return "index %s of term %s"
        .formatted(Long.toUnsignedString(index), Long.toUnsignedString(term));
  }
}
