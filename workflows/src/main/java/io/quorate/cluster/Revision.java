package io.quorate.cluster;

import java.util.Locale;

/** etcd's keyspace counter; it grows by one with each transaction that changes a key. */
public record Revision(long value) implements Comparable<Revision> {
  @Override
  public int compareTo(Revision other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
