package io.quorate.datadir;

import io.quorate.data.DataVerdict;
import io.quorate.datadir.backend.DatabaseFacts;
import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.raft.Position;
import io.quorate.datadir.wal.LogReader;
import io.quorate.datadir.wal.LoggedRequest;
import io.quorate.datadir.wal.RaftLog;
import io.quorate.datadir.wal.SegmentName;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a member's data directory and judges it. Opens files for reading only, never locks or maps
 * one. Of a member that runs it tells the best that can be had while files change: it reads the
 * database again until nothing was committed meanwhile, and all of it where the log was read half
 * written, each at most five times.
 *
 * @param dedicatedLog the directory of the log where it is one of its own ({@code ETCD_WAL_DIR})
 */
public record DataDirectoryReader(
    ReadOnlyDirectory data, Optional<ReadOnlyDirectory> dedicatedLog, Expected expected) {
  /** How the finding begins that only a fault of this reader makes. */
  static final String FAULT = "this reader cannot make sense of it: ";

  private static final int MOST_LOOKS = 5;

  /** Reads and judges. Never throws: what cannot be read is a verdict. */
  public DirectoryReading read(Depth depth) {
    return read(depth, true);
  }

  /** Reads and judges as {@link #read}, but nothing of a directory that a process uses. */
  public DirectoryReading readStill(Depth depth) {
    return read(depth, false);
  }

  private DirectoryReading read(Depth depth, boolean alsoLive) {
    try {
      return settled(depth, alsoLive);
    } catch (AccessDeniedException e) {
      return DirectoryReading.nothingBut(
          DataVerdict.FORBIDDEN, depth, List.of("it must not be read: " + why(e)));
    } catch (NoSuchFileException | EOFException e) {
      return unreadable(depth, "it changed while it was read: " + e.getMessage());
    } catch (IOException e) {
      return unreadable(depth, "it cannot be read: " + e);
    } catch (RuntimeException e) {
      // A fault of this reader must not end a look at a cluster; that it happened is told.
      return unreadable(depth, FAULT + e);
    }
  }

  private static String why(AccessDeniedException denied) {
    return denied.getReason() == null
        ? "Quorate's user may not read %s; give that user the right to read it"
            .formatted(denied.getFile())
        : String.valueOf(denied.getMessage());
  }

  private static DirectoryReading unreadable(Depth depth, String why) {
    return DirectoryReading.nothingBut(DataVerdict.UNREADABLE, depth, List.of(why));
  }

  private DirectoryReading settled(Depth depth, boolean alsoLive) throws IOException {
    for (int look = 1; ; look++) {
      Layout layout = Layout.of(data, dedicatedLog);
      boolean live = layout.inUse();
      if (live && !alsoLive) {
        return DirectoryReading.nothingBut(DataVerdict.LIVE, depth, List.of("a process uses it"));
      }
      try {
        DirectoryReading reading = once(layout, depth, live);
        if (!live && !layout.inUse()) {
          return reading;
        }
        if (look == MOST_LOOKS || (live && isWhole(reading))) {
          return reading.judged(DataVerdict.LIVE, "a process uses it");
        }
      } catch (NoSuchFileException | EOFException e) {
        if (look == MOST_LOOKS) {
          throw e;
        }
      }
    }
  }

  /** Returns whether the log was read without an entry that was being written. */
  private static boolean isWhole(DirectoryReading reading) {
    return reading.log().flatMap(RaftLog::damage).isEmpty();
  }

  /**
   * Reads the database, again while a process committed to it meanwhile. The log is read once: a
   * busy member commits many times in the time that reading its log takes.
   */
  private DatabaseReading database(Layout layout, Depth depth, boolean live) throws IOException {
    DatabaseReading reading = DatabaseReading.of(layout.data(), Layout.DATABASE, depth);
    for (int look = 1; live && look < MOST_LOOKS; look++) {
      DatabaseReading now = database(Layout.DATABASE, Depth.QUICK);
      if (transaction(now).equals(transaction(reading))) {
        return reading;
      }
      reading = depth == Depth.QUICK ? now : database(Layout.DATABASE, depth);
    }
    return reading;
  }

  private static Optional<Long> transaction(DatabaseReading reading) {
    return reading.facts().map(DatabaseFacts::transaction);
  }

  private DatabaseReading database(String path, Depth depth) throws IOException {
    return DatabaseReading.of(data, path, depth);
  }

  private DirectoryReading once(Layout layout, Depth depth, boolean live) throws IOException {
    if (layout.isEmpty()) {
      List<String> findings = new ArrayList<>(List.of("there is no data"));
      findings.addAll(layout.findings());
      return DirectoryReading.nothingBut(DataVerdict.EMPTY, depth, findings);
    }
    if (depth == Depth.FULL) {
      return filled(layout, depth, live);
    }
    try (AheadDirectory ahead = layout.ahead()) {
      return filled(layout.in(ahead), depth, live);
    }
  }

  private DirectoryReading filled(Layout layout, Depth depth, boolean live) throws IOException {
    List<String> findings = new ArrayList<>(layout.findings());
    DatabaseReading database = database(layout, depth, live);
    DatabaseFacts facts = database.facts().orElseGet(DatabaseFacts::none);
    RaftLog log = log(layout, depth, keepAfter(layout, facts));
    StartPoint start = StartPoint.of(layout, log, expected, depth, findings);
    long known = larger(log.state().commit(), facts.consistentIndex());
    DataState state = Applying.apply(facts, log, start, expected, known);
    var evidence =
        new Evidence(
            layout,
            log,
            database,
            start,
            state,
            Trace.of(log, database.facts()),
            received(layout, start, depth, findings),
            expected,
            depth);
    return judged(evidence, findings, known);
  }

  private DirectoryReading judged(Evidence evidence, List<String> findings, long known) {
    Judge.Judgement judgement =
        evidence.layout().segments().isEmpty() && evidence.layout().databaseBytes().isPresent()
            ? new Judge.Judgement(
                DataVerdict.DB_ONLY,
                "there is a database, and no log: lost, or in a directory of its own")
            : new Judge(evidence).judge();
    List<String> all = new ArrayList<>(List.of(judgement.because()));
    all.addAll(findings);
    all.addAll(Findings.of(evidence));
    RaftLog log = evidence.log();
    List<LoggedRequest> uncertain =
        log.requests().stream()
            .filter(logged -> Long.compareUnsigned(logged.at().index(), known) > 0)
            .toList();
    return new DirectoryReading(
        judgement.verdict(),
        evidence.depth(),
        all,
        log.identity(),
        Optional.of(log).filter(read -> !read.segments().isEmpty()),
        evidence.database().facts(),
        evidence.start().at(),
        Optional.of(evidence.state()),
        evidence.traces(),
        uncertain);
  }

  private boolean received(Layout layout, StartPoint start, Depth depth, List<String> findings)
      throws IOException {
    long index = start.at().index();
    if (index == 0 || !layout.received().contains(index)) {
      return false;
    }
    DatabaseReading received = database(Layout.receivedName(index), depth);
    received.damage().ifPresent(damage -> findings.add("the received database: " + damage));
    return received.facts().isPresent() && received.damage().isEmpty();
  }

  private RaftLog log(Layout layout, Depth depth, long keepAfter) throws IOException {
    List<SegmentName> all = layout.segments();
    if (depth == Depth.FULL || all.size() < 2) {
      return LogReader.read(layout.log(), layout.logFolder(), all, keepAfter);
    }
    RaftLog last =
        LogReader.read(
            layout.log(), layout.logFolder(), all.subList(all.size() - 1, all.size()), keepAfter);
    return last.first() > 0
        ? last
        : LogReader.read(
            layout.log(), layout.logFolder(), all.subList(all.size() - 2, all.size()), keepAfter);
  }

  /** Requests are kept that etcd applies again, and up to 3.5 those after its raft snapshot. */
  private long keepAfter(Layout layout, DatabaseFacts facts) {
    long applied = facts.consistentIndex();
    long snapshot = layout.snapshots().stream().findFirst().map(Position::index).orElse(0L);
    return expected.trustsOldStore() && Long.compareUnsigned(snapshot, applied) < 0
        ? snapshot
        : applied;
  }

  private static long larger(long one, long other) {
    return Long.compareUnsigned(one, other) >= 0 ? one : other;
  }
}
