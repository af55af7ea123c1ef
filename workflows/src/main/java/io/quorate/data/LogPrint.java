package io.quorate.data;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Print of a log, which tells one history from another (docs/etcd.md#lineage): the term of each
 * index, and digests of entries at indexes that all members choose alike.
 *
 * @param terms the last runs of terms, in order
 * @param digests of entries near the end and of a few further back, in order
 */
public record LogPrint(List<TermRun> terms, List<EntryDigest> digests) {
  /** The print of a log of which nothing was read. */
  public static final LogPrint NONE = new LogPrint(List.of(), List.of());

  /**
   * Entries of a log that follow each other in one raft term.
   *
   * @param from the index of the first of them
   */
  public record TermRun(long from, long term) {}

  /** The digest of type and data of the entry with that index. */
  public record EntryDigest(long index, long digest) {}

  public LogPrint {
    terms = List.copyOf(terms);
    digests = List.copyOf(digests);
  }

  /**
   * The lowest index at which this log has another entry than the other one; empty where none was
   * seen.
   *
   * @param decided up to which index both know their entries to be committed
   */
  Optional<Long> parting(LogPrint other, long decided) {
    SortedSet<Long> compared = new TreeSet<>(Long::compareUnsigned);
    terms.forEach(run -> compared.add(run.from()));
    other.terms.forEach(run -> compared.add(run.from()));
    digests.forEach(entry -> compared.add(entry.index()));
    return compared.stream()
        .filter(index -> Long.compareUnsigned(index, decided) <= 0)
        .filter(
            index ->
                differ(term(index), other.term(index))
                    || differ(digest(index), other.digest(index)))
        .findFirst();
  }

  private static boolean differ(Optional<Long> one, Optional<Long> other) {
    return one.isPresent() && other.isPresent() && !one.equals(other);
  }

  private Optional<Long> term(long index) {
    return terms.stream()
        .filter(run -> Long.compareUnsigned(run.from(), index) <= 0)
        .reduce((earlier, later) -> later)
        .map(TermRun::term);
  }

  private Optional<Long> digest(long index) {
    return digests.stream()
        .filter(entry -> entry.index() == index)
        .map(EntryDigest::digest)
        .findFirst();
  }
}
