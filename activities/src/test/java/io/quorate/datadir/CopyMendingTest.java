package io.quorate.datadir;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.data.DataVerdict;
import io.quorate.datadir.bbolt.WrittenDatabase;
import io.quorate.datadir.file.LocalDirectory;
import io.quorate.datadir.raft.Position;
import io.quorate.datadir.wal.WrittenLog;
import io.quorate.datadir.wal.WrittenMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The change of a copy without the database of its raft snapshot. etcd 3.6 starts from files of
 * raft snapshots, and etcd 3.7 from marks.
 */
class CopyMendingTest {
  private static final Position RESTORED = new Position(1, 2);
  private static final Position TAKEN = new Position(2, 10);
  private static final int DATABASE_AT = 7;

  @TempDir Path folder;
  private final List<String> snapshots = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(ints = {6, 7})
  void aLogFromTheBeginningIsAppliedToADatabaseThatIsMissing(int minor) throws IOException {
    log(puts(puts(WrittenLog.begun(1, 2), 1, 1, 10).mark(10, 1), 1, 11, 20));
    snapshot(new Position(1, 10));
    DirectoryReading reading = read(minor);
    assertThat(reading.verdict()).isEqualTo(DataVerdict.DB_TOO_OLD);
    assertThat(mending(reading, minor)).isPresent();
  }

  /** No entry has the restored keys, so a database made from the log would lack these keys. */
  @ParameterizedTest
  @CsvSource({"6, false", "6, true", "7, false", "7, true"})
  void theLogOfARestoredMemberIsNotAppliedToADatabaseThatIsMissing(int minor, boolean empty)
      throws IOException {
    log(restored());
    snapshot(RESTORED);
    snapshot(TAKEN);
    if (empty) {
      Files.createFile(folder.resolve("member/snap/db"));
    }
    DirectoryReading reading = read(minor);
    assertThat(reading.verdict()).isEqualTo(DataVerdict.DB_TOO_OLD);
    assertThat(mending(reading, minor)).isEmpty();
  }

  /** Without any raft snapshot etcd 3.6 would begin with an empty database. */
  @Test
  void aRestoredMemberWithoutDatabaseAndRaftSnapshotsIsNotMended() throws IOException {
    log(restored());
    DirectoryReading reading = read(6);
    assertThat(reading.verdict()).isEqualTo(DataVerdict.DB_TOO_OLD);
    assertThat(reading.findings().getFirst()).contains("a snapshot that was restored");
    assertThat(mending(reading, 6)).isEmpty();
  }

  /** No entry has the content that the leader sent, and the database does not have it either. */
  @ParameterizedTest
  @CsvSource({"6, 3", "6, 12", "7, 3", "7, 12"})
  void theLogOfAMemberThatTookUpARaftSnapshotIsNotAppliedWithoutIt(int minor, int before)
      throws IOException {
    log(puts(puts(WrittenLog.begun(1, 2), 1, 1, before).mark(10, 2), 2, 11, 20));
    snapshot(TAKEN);
    DirectoryReading reading = read(minor);
    assertThat(reading.verdict()).isEqualTo(DataVerdict.DB_TOO_OLD);
    assertThat(mending(reading, minor)).isEmpty();
  }

  /** etcd removed the earlier segments, so no entry has what the database lacks. */
  @ParameterizedTest
  @ValueSource(ints = {6, 7})
  void aLogThatDoesNotReachBackToTheDatabaseIsNotApplied(int minor) throws IOException {
    laterSegment(6);
    snapshot(TAKEN);
    DirectoryReading reading = read(minor);
    assertThat(reading.verdict()).isEqualTo(DataVerdict.DB_TOO_OLD);
    assertThat(mending(reading, minor)).isEmpty();
  }

  /** etcd removed the earlier mark with its segment, so etcd 3.7 would have no start. */
  @Test
  void aLogWithoutAnEarlierMarkIsNotMended() throws IOException {
    laterSegment(DATABASE_AT + 1);
    snapshot(TAKEN);
    database();
    DirectoryReading reading = read(7, Depth.QUICK);
    assertThat(reading.verdict()).isEqualTo(DataVerdict.DB_TOO_OLD);
    assertThat(mending(reading, 7)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 7})
  void aLogOfARestoredMemberIsAppliedToADatabaseWithTheRestoredKeys(int minor) throws IOException {
    log(restored());
    snapshot(TAKEN);
    database();
    DirectoryReading reading = read(minor, Depth.QUICK);
    assertThat(reading.verdict()).isEqualTo(DataVerdict.DB_TOO_OLD);
    assertThat(mending(reading, minor)).isPresent();
  }

  /** Writes the second segment of a log: from this index on, with the mark of index 10. */
  private void laterSegment(int from) throws IOException {
    WrittenLog first = puts(WrittenLog.begun(1, 2), 2, 1, from - 1);
    WrittenLog second = puts(puts(first.next(1, 2), 2, from, 10).mark(10, 2), 2, 11, 20);
    WrittenLog.write(folder.resolve("member/wal"), 1, from, second.bytes(), 4096);
    Files.createDirectories(folder.resolve("member/snap"));
  }

  /** Writes a database that has applied the log up to {@link #DATABASE_AT}. */
  private void database() throws IOException {
    WrittenDatabase.write(folder.resolve("member/snap/db"), 1L << 30, 4);
  }

  private static WrittenLog restored() {
    WrittenLog log = WrittenLog.begun(1, 2).listed(1, 1).listed(2, 9).state(1, 2).mark(2, 1);
    return puts(puts(log, 2, 3, 10).mark(10, 2), 2, 11, 20);
  }

  private static WrittenLog puts(WrittenLog log, int term, int from, int to) {
    for (int index = from; index <= to; index++) {
      log.put(term, index, "key-" + index);
    }
    return log.state(term, to);
  }

  private void log(WrittenLog log) throws IOException {
    WrittenLog.write(folder.resolve("member/wal"), 0, 0, log.bytes(), 4096);
    Files.createDirectories(folder.resolve("member/snap"));
  }

  /** Writes the file of a raft snapshot in the format of etcd's {@code snap/snapshotter.go}. */
  private void snapshot(Position at) throws IOException {
    byte[] members = WrittenMessage.of(out -> out.writeUInt64(1, 1));
    byte[] metadata =
        WrittenMessage.of(
            out -> {
              out.writeByteArray(1, members);
              out.writeUInt64(2, at.index());
              out.writeUInt64(3, at.term());
            });
    byte[] data = WrittenMessage.of(out -> out.writeByteArray(2, metadata));
    var sum = new CRC32C();
    sum.update(data);
    byte[] file =
        WrittenMessage.of(
            out -> {
              out.writeUInt32(1, (int) sum.getValue());
              out.writeByteArray(2, data);
            });
    Path written = Files.write(folder.resolve(Layout.nameOf(at)), file);
    snapshots.add(String.valueOf(written.getFileName()));
  }

  private DirectoryReading read(int minor) {
    return read(minor, Depth.FULL);
  }

  private DirectoryReading read(int minor, Depth depth) {
    return new DataDirectoryReader(
            new LocalDirectory(folder), Optional.empty(), Expected.anybody(minor))
        .read(depth);
  }

  private Optional<CopyMending> mending(DirectoryReading reading, int minor) {
    return CopyMending.of(reading, Expected.anybody(minor), "member/wal", "member/snap", snapshots);
  }
}
