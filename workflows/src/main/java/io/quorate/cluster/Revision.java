package io.quorate.cluster;

import java.util.Locale;

/** etcd's keyspace counter; it grows by one with each transaction that changes a key. */
public record Revision(long value) implements Comparable<Revision> {
  /**
   * By how much a restore raises revisions at least, unless a person says otherwise. It covers a
   * week of 1,500 writes a second (etcd's op-guide/recovery.md).
   */
  public static final long BUMP = 1_000_000_000L;

  /**
   * The revision after a restore of it that raises revisions; the same for 0. etcd raises that of
   * the last key, and revision 1 is that of an empty database, in which there is none.
   */
  public Revision raised(long by) {
    return by == 0 ? this : new Revision(value <= 1 ? by : value + by);
  }

  @Override
  public int compareTo(Revision other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
