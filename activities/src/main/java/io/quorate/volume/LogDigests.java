package io.quorate.volume;

import io.quorate.data.LogPrint;
import io.quorate.data.LogPrint.EntryDigest;
import io.quorate.data.LogPrint.TermRun;
import io.quorate.datadir.raft.Position;
import io.quorate.datadir.wal.RaftLog;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Prints of logs. Each has the last runs of terms and some 30 digests, at indexes that depend on
 * nothing but the end: every 16th of the last 256 decided ones, for a fork that is young, and every
 * 1,024th of the last 16,384, for one that went far.
 */
final class LogDigests {
  /** Most runs of terms: elections are rare, and a fork is near the end. */
  private static final int MOST_RUNS = 16;

  private static final long NEAR = 16;
  private static final long FAR = 1024;
  private static final long OF_EACH = 16;

  private LogDigests() {}

  /**
   * The print of a log.
   *
   * @param decided up to which index its member knows the entries to be committed
   */
  static LogPrint of(RaftLog log, long decided) {
    List<Position> runs = log.terms().runs();
    return new LogPrint(
        runs.stream()
            .skip(Math.max(0, runs.size() - MOST_RUNS))
            .map(run -> new TermRun(run.index(), run.term()))
            .toList(),
        Stream.of(FAR, NEAR)
            .flatMapToLong(step -> last(step, decided))
            .distinct()
            .sorted()
            .boxed()
            .flatMap(
                index ->
                    log.digests().of(index).stream()
                        .mapToObj(digest -> new EntryDigest(index, digest)))
            .toList());
  }

  /** The last multiples of the step up to this index. */
  private static LongStream last(long step, long decided) {
    long last = decided / step;
    return LongStream.rangeClosed(Math.max(1, last - OF_EACH + 1), last)
        .map(number -> number * step);
  }
}
