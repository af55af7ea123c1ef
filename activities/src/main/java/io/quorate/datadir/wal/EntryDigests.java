package io.quorate.datadir.wal;

import io.quorate.datadir.raft.Entry;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * Digests of the entries of a log by their indexes, of type and data as they are decoded: 3.7
 * leaves out fields that are zero, so equal entries are other bytes in other logs. Entries that
 * were written over are forgotten; of very many the newest are kept.
 */
public final class EntryDigests {
  /** Most entries of which digests are kept: 32 MiB. */
  static final int MOST = 4 << 20;

  private final int most;
  private long first;
  private int size;
  private long[] digests = new long[1024];

  /** No entries yet. */
  public EntryDigests() {
    this(MOST);
  }

  EntryDigests(int most) {
    this.most = most;
  }

  void add(Entry entry) {
    long place = entry.index() - first;
    if (size == 0 || place < 0 || place > size) {
      first = entry.index();
      size = 0;
      place = 0;
    }
    size = (int) place;
    if (size == most) {
      forget(most / 2);
    }
    if (size == digests.length) {
      digests = Arrays.copyOf(digests, Math.min(most, 2 * size));
    }
    digests[size++] = digest(entry);
  }

  private void forget(int oldest) {
    System.arraycopy(digests, oldest, digests, 0, size - oldest);
    first += oldest;
    size -= oldest;
  }

  /** Two checksums side by side: by chance they agree once in 2 to the power of 64. */
  private static long digest(Entry entry) {
    CRC32 one = new CRC32();
    CRC32C other = new CRC32C();
    one.update((int) entry.type());
    other.update((int) entry.type());
    one.update(entry.data());
    other.update(entry.data());
    return one.getValue() << 32 | other.getValue();
  }

  /** The digest of the entry with that index; empty where there is none, or it was forgotten. */
  public OptionalLong of(long index) {
    long place = index - first;
    return place >= 0 && place < size
        ? OptionalLong.of(digests[(int) place])
        : OptionalLong.empty();
  }
}
