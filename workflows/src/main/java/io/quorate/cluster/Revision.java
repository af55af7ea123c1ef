package io.quorate.cluster;

import java.util.Locale;

/** etcd's keyspace counter; it grows by one with each transaction that changes a key. */
public record Revision(long value) implements Comparable<Revision> {
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
