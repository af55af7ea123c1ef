package io.quorate.datadir;

import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.datadir.raft.ConfState;
import io.quorate.datadir.raft.MalformedMessageException;
import io.quorate.datadir.raft.Position;
import io.quorate.datadir.raft.SnapshotFile;
import io.quorate.datadir.raft.SnapshotMark;
import io.quorate.datadir.wal.RaftLog;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;

/**
 * The raft snapshot from which etcd starts, and applies what comes after it: up to 3.6 the newest
 * file that the log has a mark of, from 3.7 on the newest mark, file or not (etcd's {@code
 * server/etcdserver/bootstrap.go}).
 *
 * @param at {@link Position#START} where it starts from the beginning
 * @param file its content; empty where there is none or it is bad
 * @param confState raft's members at that place
 */
record StartPoint(Position at, Optional<SnapshotFile> file, Optional<ConfState> confState) {
  private static final int LARGEST_FILE = 32 * 1024 * 1024;
  private static final StartPoint BEGINNING =
      new StartPoint(Position.START, Optional.empty(), Optional.empty());

  /** Finds it; what is bad on the way is added to the findings. */
  static StartPoint of(
      Layout layout, RaftLog log, Expected expected, Depth depth, List<String> findings)
      throws IOException {
    Optional<SnapshotFile> newest = Optional.empty();
    for (Position candidate : layout.snapshots()) {
      Optional<SnapshotFile> file = read(layout, candidate, findings);
      boolean counts = depth == Depth.QUICK || committed(log, candidate);
      if (file.isPresent() && counts) {
        newest = file;
        break;
      }
    }
    if (!expected.startsFromMarks() || depth == Depth.QUICK) {
      return newest
          .map(file -> new StartPoint(file.at(), Optional.of(file), Optional.of(file.confState())))
          .orElse(BEGINNING);
    }
    return byMarks(log, newest);
  }

  private static StartPoint byMarks(RaftLog log, Optional<SnapshotFile> newest) {
    return log.marks().stream()
        .filter(mark -> atMost(mark.at().index(), log.state().commit()))
        .reduce((earlier, later) -> later)
        .map(
            mark ->
                new StartPoint(
                    mark.at(),
                    newest.filter(file -> file.at().equals(mark.at())),
                    members(mark, newest)))
        .orElse(BEGINNING);
  }

  private static Optional<ConfState> members(SnapshotMark mark, Optional<SnapshotFile> newest) {
    return newest
        .filter(file -> file.at().equals(mark.at()))
        .map(SnapshotFile::confState)
        .or(mark::members);
  }

  private static boolean committed(RaftLog log, Position at) {
    return log.marked(at) && atMost(at.index(), log.state().commit());
  }

  private static boolean atMost(long index, long limit) {
    return Long.compareUnsigned(index, limit) <= 0;
  }

  private static Optional<SnapshotFile> read(
      Layout layout, Position position, List<String> findings) throws IOException {
    String name = Layout.nameOf(position);
    try (ReadOnlyFile file = layout.data().open(name)) {
      long size = file.size();
      if (size > LARGEST_FILE) {
        findings.add("%s has %d MiB and was not read".formatted(name, size >> 20));
        return Optional.empty();
      }
      return Optional.of(SnapshotFile.read(file.bytes(0, (int) size), position));
    } catch (MalformedMessageException e) {
      findings.add("%s is bad: %s".formatted(name, e.getMessage()));
      return Optional.empty();
    } catch (EOFException | NoSuchFileException e) {
      findings.add("%s went away while it was read".formatted(name));
      return Optional.empty();
    }
  }
}
