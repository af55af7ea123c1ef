package io.quorate.datadir;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.data.DataVerdict;
import io.quorate.datadir.bbolt.WrittenDatabase;
import io.quorate.datadir.file.LocalDirectory;
import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.datadir.wal.LogReader;
import io.quorate.datadir.wal.WrittenLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Directories that need no etcd to be made. */
class DataDirectoryReaderTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Depth.class)
  void aMissingDirectoryIsEmptyAndTheFindingNamesIt(Depth depth) {
    DirectoryReading reading = reader(folder.resolve("nowhere")).read(depth);
    assertThat(reading.verdict()).isEqualTo(DataVerdict.EMPTY);
    assertThat(reading.findings()).contains("there is no data directory");
  }

  @Test
  void filesThatEtcdIgnoresAreNoData() throws IOException {
    Files.createDirectories(folder.resolve("lost+found"));
    Files.createDirectories(folder.resolve("member/wal/lost+found"));
    Files.createDirectories(folder.resolve("member/snap"));
    Files.writeString(folder.resolve("member/wal/0.tmp"), "laid out");
    Files.writeString(folder.resolve("member/snap/tmp123"), "half received");
    assertThat(read().verdict()).isEqualTo(DataVerdict.EMPTY);
  }

  @Test
  void aFileInThePlaceOfTheDirectoryIsNoAbsence() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThat(reader(file).read(Depth.FULL).verdict()).isEqualTo(DataVerdict.UNREADABLE);
    Files.writeString(folder.resolve("member"), "");
    assertThat(read().verdict()).isEqualTo(DataVerdict.UNREADABLE);
  }

  @Test
  void aLinkToNothingIsTold() throws IOException {
    Files.createSymbolicLink(folder.resolve("member"), folder.resolve("unmounted"));
    DirectoryReading reading = read();
    assertThat(reading.verdict()).isEqualTo(DataVerdict.EMPTY);
    assertThat(reading.findings()).contains(folder.resolve("member") + " is a link");
  }

  @Test
  void aDatabaseWithoutALogIsNeverStartedOn() throws IOException {
    Files.createDirectories(folder.resolve("member/snap"));
    Files.writeString(folder.resolve("member/snap/db"), "something");
    assertThat(read().verdict()).isEqualTo(DataVerdict.DB_ONLY);
  }

  /**
   * On another machine each is a way there and back; a new segment is 64 MB of zeros, which took a
   * thousand.
   */
  @Test
  void aLookAtAMemberThatDoesNotRunWaitsAtMostTwentyTimes() throws IOException {
    Files.createDirectories(folder.resolve("member/wal"));
    Path database = Files.createDirectories(folder.resolve("member/snap")).resolve("db");
    try (var packed = getClass().getResourceAsStream("/io/quorate/hosts/data/db.gz")) {
      Files.write(database, new GZIPInputStream(packed).readAllBytes());
    }
    WrittenLog.write(
        folder.resolve("member/wal"),
        0,
        0,
        WrittenLog.begun(1, 2).put(1, 1, "key").state(1, 1).bytes(),
        (int) LogReader.SEGMENT_BYTES);
    var counting = new CountingDirectory(new LocalDirectory(folder));
    DirectoryReading reading =
        new DataDirectoryReader(counting, Optional.empty(), Expected.anybody(6))
            .readStill(Depth.QUICK);
    assertThat(reading.log()).isPresent();
    assertThat(reading.database()).isPresent();
    assertThat(counting.ways()).as(counting.counted()).isLessThanOrEqualTo(20);
  }

  /** On another machine the log of a voter is 64 MB and more, and a busy voter never rests. */
  @Test
  void readsTheLogOfABusyMemberOnce() throws IOException {
    Files.createDirectories(folder.resolve("member/snap"));
    WrittenDatabase.write(folder.resolve("member/snap/db"), 1L << 20, 2);
    log(WrittenLog.begun(1, 2).put(1, 1, "key").state(1, 1));
    var busy = new BusyDirectory(new LocalDirectory(folder), folder.resolve("member/snap/db"));
    DirectoryReading reading =
        new DataDirectoryReader(busy, Optional.empty(), Expected.anybody(6)).read(Depth.QUICK);
    assertThat(reading.verdict()).isEqualTo(DataVerdict.LIVE);
    assertThat(reading.last().index()).isEqualTo(1);
    assertThat(busy.commits.get()).isBetween(2, 5);
    assertThat(busy.segments.get()).isEqualTo(1);
  }

  @Test
  void aLogFromTheBeginningIsEnough() throws IOException {
    log(WrittenLog.begun(1, 2).put(1, 1, "key").state(1, 1));
    DirectoryReading reading = read();
    assertThat(reading.verdict()).as("%s", reading.findings()).isEqualTo(DataVerdict.REBUILD);
    assertThat(reading.state().orElseThrow().lowestRevision()).isEqualTo(2);
  }

  @Test
  void theDataOfSomebodyElseIsRefusedWithItsName() throws IOException {
    log(WrittenLog.begun(0xabc, 0xdef).put(1, 1, "key").state(1, 1));
    var other = Expected.anybody(6);
    var cluster = new Expected(6, other.member(), Optional.of(new ClusterId(1)));
    var member = new Expected(6, Optional.of(new MemberId(1)), other.cluster());
    for (Expected expected : new Expected[] {cluster, member}) {
      DirectoryReading reading =
          new DataDirectoryReader(new LocalDirectory(folder), Optional.empty(), expected)
              .read(Depth.QUICK);
      assertThat(reading.verdict()).isEqualTo(DataVerdict.WRONG_IDENTITY);
      assertThat(reading.findings()).contains("it is the data of member abc of cluster def");
    }
  }

  @Test
  void anEndThatWasNeverWrittenIsUncertain() throws IOException {
    log(WrittenLog.begun(1, 2).put(1, 1, "safe").state(1, 1).put(1, 2, "perhaps"));
    DirectoryReading reading = read();
    assertThat(reading.known()).isEqualTo(1);
    assertThat(reading.uncertain()).hasSize(1);
    assertThat(reading.uncertain().getFirst().request().toString()).contains("perhaps");
  }

  /** etcd cuts it off and starts, and nothing of it was ever acknowledged. */
  @Test
  void aLastSaveOfWhichAPageIsMissingIsCutOffAndStartedOn() throws IOException {
    WrittenLog log = WrittenLog.begun(1, 2).put(1, 1, "key").state(1, 1);
    int from = log.bytes().length;
    log.put(1, 2, "torn");
    int to = log.bytes().length;
    byte[] bytes = log.put(1, 3, "behind").put(1, 4, "behind").state(1, 1).bytes();
    Arrays.fill(bytes, from, to, (byte) 0);
    WrittenLog.write(folder.resolve("member/wal"), 0, 0, bytes, 4096);
    DirectoryReading reading = read();
    assertThat(reading.mayStart()).as("%s", reading.findings()).isTrue();
    assertThat(reading.last().index()).isEqualTo(1);
  }

  @Test
  void moreThanTheLogHasWasCommitted() throws IOException {
    log(WrittenLog.begun(1, 2).put(1, 1, "key").state(1, 7));
    assertThat(read().verdict()).isEqualTo(DataVerdict.WAL_DAMAGED);
  }

  private void log(WrittenLog log) throws IOException {
    WrittenLog.write(folder.resolve("member/wal"), 0, 0, log.bytes(), 4096);
  }

  private DirectoryReading read() {
    return reader(folder).read(Depth.FULL);
  }

  private static DataDirectoryReader reader(Path directory) {
    return new DataDirectoryReader(
        new LocalDirectory(directory), Optional.empty(), Expected.anybody(6));
  }

  /** A directory of a process that commits whenever somebody opens its database. */
  private record BusyDirectory(
      ReadOnlyDirectory directory, Path database, AtomicInteger commits, AtomicInteger segments)
      implements ReadOnlyDirectory {
    BusyDirectory(ReadOnlyDirectory directory, Path database) {
      this(directory, database, new AtomicInteger(), new AtomicInteger());
    }

    @Override
    public List<Entry> list(String folder) throws IOException {
      return directory.list(folder);
    }

    @Override
    public ReadOnlyFile open(String path) throws IOException {
      if (path.endsWith(".wal")) {
        segments.incrementAndGet();
      } else {
        commits.incrementAndGet();
        WrittenDatabase.commit(database);
      }
      return directory.open(path);
    }

    @Override
    public List<String> peculiarities() {
      return List.of();
    }

    @Override
    public boolean inUse(String path) {
      return true;
    }
  }
}
