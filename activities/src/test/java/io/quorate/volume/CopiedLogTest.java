package io.quorate.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.datadir.file.LocalDirectory;
import io.quorate.datadir.raft.HardState;
import io.quorate.datadir.wal.LogReader;
import io.quorate.datadir.wal.RaftLog;
import io.quorate.datadir.wal.SegmentName;
import io.quorate.datadir.wal.UnmarkedLog;
import io.quorate.datadir.wal.WrittenLog;
import io.quorate.hosts.MemberScripts;
import io.quorate.hosts.StartAndWait;
import io.quorate.port.Failure;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A hard state that is appended to the copy of a log, read back and compared byte by byte. */
class CopiedLogTest {
  private static final HardState ALL = new HardState(3, 0xa000_0000_0000_0001L, 20);
  private static final String FIRST = "0000000000000000-0000000000000000.wal";
  private static final String SECOND = "0000000000000001-0000000000000015.wal";

  @TempDir Path member;
  private Path folder;

  @BeforeEach
  void copy() throws IOException {
    Files.createFile(member.resolve("etcd.env"));
    folder = Files.createDirectories(member.resolve("data.salvage-payments.1/data/member/wal"));
  }

  private CopiedLog log() {
    MemberScripts host = StartAndWait.host("m1", member);
    var scratch = new Scratch(host.volume(), Scratch.Purpose.SALVAGE, "payments.1");
    String inode = scratch.look("salvaged").directory().targetInode();
    return new CopiedLog(scratch, folder.toString(), inode);
  }

  @Test
  void anAppendedHardStateGivesTheLogThatEtcdWouldHaveWritten() throws IOException {
    WrittenLog.write(folder, 0, 0, log(20).bytes(), 4096);
    log().append(FIRST, ALL);
    assertThat(bytes(FIRST)).isEqualTo(wanted(log(20), log(20).bytes().length + 4096));
    RaftLog read = read(FIRST);
    assertThat(read.state()).isEqualTo(ALL);
    assertThat(read.last().index()).isEqualTo(20);
    assertThat(read.damage()).isEmpty();
    assertThat(read.contradictions()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 8, 16, 40})
  void whereTheSpaceLaidOutIsTooSmallTheSegmentGrows(int room) throws IOException {
    WrittenLog.write(folder, 0, 0, log(20).bytes(), room);
    log().append(FIRST, ALL);
    assertThat(bytes(FIRST)).isEqualTo(wanted(log(20), log(20).bytes().length + room));
    assertThat(read(FIRST).state()).isEqualTo(ALL);
  }

  /** Every length of a record that was half written is tried. */
  @Test
  void aRecordThatWasNeverWrittenWholeIsCutOff() throws IOException {
    byte[] whole = log(20).bytes();
    byte[] more = log(21).bytes();
    for (int torn = whole.length + 1; torn < more.length; torn++) {
      WrittenLog.write(folder, 0, 0, Arrays.copyOf(more, torn), 0);
      log().append(FIRST, ALL);
      assertThat(bytes(FIRST)).isEqualTo(wanted(log(20), torn));
    }
  }

  @Test
  void ofARecordWithAWrongChecksumNothingIsLeft() throws IOException {
    byte[] more = log(21).bytes();
    // The padding, up to 7 bytes, has no checksum.
    more[more.length - 8] ^= 1;
    WrittenLog.write(folder, 0, 0, more, 4096);
    log().append(FIRST, ALL);
    assertThat(bytes(FIRST)).isEqualTo(wanted(log(20), more.length + 4096));
  }

  /** etcd zeroes what follows the first zeros before it appends. */
  @Test
  void bytesBehindTheEndBecomeZero() throws IOException {
    byte[] whole = log(20).bytes();
    byte[] bytes = Arrays.copyOf(whole, whole.length + 4096);
    Arrays.fill(bytes, whole.length + 64, bytes.length, (byte) 'x');
    WrittenLog.write(folder, 0, 0, bytes, 0);
    log().append(FIRST, ALL);
    assertThat(bytes(FIRST)).isEqualTo(wanted(log(20), bytes.length));
  }

  @Test
  void theSumRunsOnFromTheSegmentsBefore() throws IOException {
    WrittenLog first = log(20);
    WrittenLog.write(folder, 0, 0, first.bytes(), 0);
    WrittenLog.write(folder, 1, 21, first.next(1, 2).put(3, 21, "last").bytes(), 4096);
    var all = new HardState(3, 0, 21);
    log().append(SECOND, all);
    RaftLog read = read(FIRST, SECOND);
    assertThat(read.damage()).isEmpty();
    assertThat(read.state()).isEqualTo(all);
    assertThat(read.last().index()).isEqualTo(21);
    assertThat(bytes(FIRST)).isEqualTo(first.bytes());
  }

  /** etcd 3.7 starts from the newest mark in its log, whatever its database has. */
  @Test
  void aLogWithoutLaterMarksIsTheLogThatEtcdWouldHaveWritten() throws Exception {
    WrittenLog first = marked(WrittenLog.begun(1, 2), 1, 12, true);
    WrittenLog second = marked(first.next(1, 2), 13, 20, true);
    WrittenLog.write(folder, 0, 0, first.bytes(), 0);
    WrittenLog.write(folder, 1, 21, second.bytes(), 4096);

    log().leaveOutMarks(names(FIRST, SECOND), 5);

    WrittenLog wanted = marked(WrittenLog.begun(1, 2), 1, 12, false);
    byte[] next = marked(wanted.next(1, 2), 13, 20, false).bytes();
    assertThat(bytes(FIRST)).isEqualTo(Arrays.copyOf(wanted.bytes(), first.bytes().length));
    assertThat(bytes(SECOND)).isEqualTo(Arrays.copyOf(next, second.bytes().length + 4096));
    RaftLog read = read(FIRST, SECOND);
    assertThat(read.damage()).isEmpty();
    assertThat(read.marks()).extracting(mark -> mark.at().index()).containsExactly(0L, 5L);
    assertThat(read.last().index()).isEqualTo(20);
  }

  @Test
  void aLogThatHasNoLaterMarksStaysUnchanged() throws Exception {
    byte[] bytes = marked(WrittenLog.begun(1, 2), 1, 12, true).bytes();
    WrittenLog.write(folder, 0, 0, bytes, 4096);
    log().leaveOutMarks(names(FIRST), 15);
    assertThat(bytes(FIRST)).isEqualTo(Arrays.copyOf(bytes, bytes.length + 4096));
  }

  /** The new end of a segment is sent to the host in pieces. */
  @Test
  void aLongSegmentIsWrittenInPieces() throws Exception {
    byte[] large = new byte[1 << 20];
    Arrays.fill(large, (byte) 7);
    WrittenLog with = WrittenLog.begun(1, 2).mark(9, 1);
    WrittenLog without = WrittenLog.begun(1, 2);
    for (int k = 1; k <= 20; k++) {
      with.entry(3, k, large);
      without.entry(3, k, large);
    }
    WrittenLog.write(folder, 0, 0, with.bytes(), 64);
    log().leaveOutMarks(names(FIRST), 0);
    assertThat(bytes(FIRST)).isEqualTo(Arrays.copyOf(without.bytes(), with.bytes().length + 64));
  }

  /**
   * A host can claim any size, and the new end of a huge segment would fill the disk of the worker.
   */
  @Test
  void aSegmentThatEtcdWouldNeverMakeIsRefused() throws IOException {
    WrittenLog.write(folder, 0, 0, marked(WrittenLog.begun(1, 2), 1, 12, true).bytes(), 0);
    try (var sparse = new RandomAccessFile(folder.resolve(FIRST).toFile(), "rw")) {
      sparse.setLength(5L << 30);
    }
    assertThatThrownBy(() -> log().leaveOutMarks(names(FIRST), 5))
        .isInstanceOf(UnmarkedLog.Unfit.class)
        .hasMessageContaining("no segment of that size");
  }

  /** etcd writes all entries that it has at one moment before it begins a new segment. */
  @Test
  void aSegmentThatIsLargerThanEtcdLaysOutIsChanged() throws Exception {
    WrittenLog.write(folder, 0, 0, marked(WrittenLog.begun(1, 2), 1, 12, true).bytes(), 0);
    long size = 120_000_000;
    try (var sparse = new RandomAccessFile(folder.resolve(FIRST).toFile(), "rw")) {
      sparse.setLength(size);
    }
    log().leaveOutMarks(names(FIRST), 5);
    assertThat(folder.resolve(FIRST)).hasSize(size);
    RaftLog read = read(FIRST);
    assertThat(read.damage()).isEmpty();
    assertThat(read.marks()).extracting(mark -> mark.at().index()).containsExactly(0L, 5L);
  }

  /**
   * Adds entries with a mark after each fifth entry. Marks after index 5 are added only where
   * {@code all} is true.
   */
  private static WrittenLog marked(WrittenLog log, int from, int to, boolean all) {
    for (int k = from; k <= to; k++) {
      log.put(3, k, "key-" + k);
      if (k % 5 == 0 && (all || k <= 5)) {
        log.mark(k, 3);
      }
      log.state(3, k);
    }
    return log;
  }

  /** A link could point to the member's own log. */
  @Test
  void aLinkIsNotWrittenThrough() throws IOException {
    Path own = Files.createDirectories(folder.resolve("own"));
    WrittenLog.write(own, 0, 0, log(20).bytes(), 4096);
    byte[] before = Files.readAllBytes(own.resolve(FIRST));
    Files.createSymbolicLink(folder.resolve(FIRST), own.resolve(FIRST));
    // A link of root's may be read, but no script writes through it.
    assertThatThrownBy(() -> log().append(FIRST, ALL))
        .isInstanceOfAny(Failure.Refused.class, AccessDeniedException.class);
    assertThat(own.resolve(FIRST)).hasBinaryContent(before);
  }

  private static WrittenLog log(int entries) {
    WrittenLog log = WrittenLog.begun(1, 2);
    for (int k = 1; k <= entries; k++) {
      log.put(3, k, "key-" + k);
      if (k == 17) {
        log.state(3, ALL.vote(), 16);
      }
    }
    return log;
  }

  private static byte[] wanted(WrittenLog log, int laidOut) {
    byte[] bytes = log.state(ALL.term(), ALL.vote(), ALL.commit()).bytes();
    return Arrays.copyOf(bytes, Math.max(bytes.length, laidOut));
  }

  private byte[] bytes(String segment) throws IOException {
    return Files.readAllBytes(folder.resolve(segment));
  }

  private RaftLog read(String... segments) throws IOException {
    return LogReader.read(new LocalDirectory(folder), "", names(segments), 0);
  }

  private static List<SegmentName> names(String... segments) {
    return Arrays.stream(segments).map(name -> SegmentName.parse(name).orElseThrow()).toList();
  }
}
