package io.quorate.datadir.wal;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.datadir.file.LocalDirectory;
import io.quorate.datadir.raft.Position;
import io.quorate.datadir.raft.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Logs that were written by the test's own encoder, whole and damaged. */
class LogReaderTest {
  private static final int ROOM = 4096;

  private Path folder;

  @BeforeTry
  void makeFolder() throws IOException {
    folder = Files.createTempDirectory("quorate-log");
  }

  @AfterTry
  void removeFolder() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Property(tries = 200)
  void aLogIsReadAsItWasWritten(@ForAll @Size(max = 40) List<@IntRange(max = 9) Integer> moves)
      throws IOException {
    var expected = new ArrayList<Position>();
    WrittenLog log = WrittenLog.begun(1, 2);
    long term = 1;
    for (int move : moves) {
      // A new leader may write over what was never committed: that is what a rewind is.
      int back = move == 9 ? Math.min(2, expected.size()) : 0;
      term += move == 9 ? 1 : 0;
      for (int k = 0; k < back; k++) {
        expected.removeLast();
      }
      var at = new Position(term, expected.size() + 1L);
      expected.add(at);
      log.put(at.term(), at.index(), "key-" + move);
    }
    WrittenLog.write(folder, 0, 0, log.bytes(), ROOM);
    RaftLog read = read();
    assertThat(read.damage()).isEmpty();
    assertThat(read.contradictions()).isEmpty();
    assertThat(read.last()).isEqualTo(expected.isEmpty() ? Position.START : expected.getLast());
    assertThat(read.requests().stream().map(LoggedRequest::at)).isEqualTo(expected);
    for (Position at : expected) {
      assertThat(read.terms().of(at.index())).hasValue(at.term());
    }
  }

  @Property(tries = 200)
  void aCutLogIsReadUpToTheLastCompleteRecord(
      @ForAll @IntRange(min = 1, max = 20) int entries, @ForAll Random random) throws IOException {
    WrittenLog log = entries(entries);
    int cut = random.nextInt(log.bytes().length + 1);
    WrittenLog.write(folder, 0, 0, Arrays.copyOf(log.bytes(), cut), 0);
    RaftLog read = read();
    long whole = log.ends().stream().filter(end -> end <= cut).count();
    assertThat(read.last().index()).isEqualTo(Math.max(0, whole - 3));
    boolean between = cut == 0 || log.ends().contains(cut);
    assertThat(read.damage().isEmpty()).isEqualTo(between);
    read.damage()
        .ifPresent(
            damage -> {
              assertThat(damage.kind()).isEqualTo(Damage.Kind.CUT);
              assertThat(damage.nothingBehind()).isTrue();
            });
  }

  @Property(tries = 2000)
  void aFlippedBitIsFoundTogetherWithTheRecordsBehindIt(
      @ForAll @IntRange(min = 4, max = 20) int entries, @ForAll Random random) throws IOException {
    WrittenLog log = entries(entries);
    RaftLog before = readOf(log.bytes());
    int bit = random.nextInt(log.bytes().length * 8);
    byte[] flipped = log.bytes();
    flipped[bit / 8] ^= (byte) (1 << (bit % 8));
    RaftLog read = readOf(flipped);
    boolean unharmed =
        read.damage().isEmpty()
            && read.contradictions().isEmpty()
            && read.last().equals(before.last())
            && read.identity().equals(before.identity());
    // An entry that became a hard state says that more was committed than there is.
    boolean found =
        read.damage().isPresent()
            || !read.contradictions().isEmpty()
            || read.state().commit() > read.last().index();
    assertThat(unharmed || found || read.identity().isEmpty() || read.marks().isEmpty())
        .as("bit %d", bit)
        .isTrue();
    if (read.damage().filter(Damage::cutByEtcd).isPresent()) {
      long at = read.damage().orElseThrow().position();
      long behind = log.ends().stream().filter(end -> end > at).count() - 1;
      if (behind >= 2) {
        assertThat(read.damage().orElseThrow().nothingBehind()).as("bit %d", bit).isFalse();
      }
    }
  }

  @Property(tries = 50)
  void aSegmentBetweenTwoOthersIsMissed(@ForAll @IntRange(min = 1, max = 6) int entries)
      throws IOException {
    WrittenLog first = entries(entries);
    WrittenLog second = first.next(1, 2).put(1, entries + 1L, "second");
    WrittenLog third = second.next(1, 2).put(1, entries + 2L, "third");
    WrittenLog.write(folder, 0, 0, first.bytes(), 0);
    WrittenLog.write(folder, 2, entries + 2L, third.bytes(), ROOM);
    assertThat(read().damage().orElseThrow().kind()).isEqualTo(Damage.Kind.CHAIN);
    WrittenLog.write(folder, 1, entries + 1L, second.bytes(), 0);
    assertThat(read().damage()).isEmpty();
    assertThat(read().last().index()).isEqualTo(entries + 2L);
  }

  @Property(tries = 1)
  void aPutRequestTellsTheKey() throws IOException {
    RaftLog read = readOf(entries(2).bytes());
    assertThat(read.requests().getLast().request())
        .isEqualTo(new Request.KeyWrite(Request.Verb.PUT, List.of("key-2")));
  }

  @Property(tries = 1)
  void zerosInTheMiddleAreNoEnd() throws IOException {
    WrittenLog log = entries(9);
    byte[] bytes = log.bytes();
    int from = log.ends().get(5);
    Arrays.fill(bytes, from, log.ends().get(6), (byte) 0);
    RaftLog read = readOf(bytes);
    Damage damage = read.damage().orElseThrow();
    assertThat(damage.kind()).isEqualTo(Damage.Kind.HOLE);
    assertThat(damage.position()).isEqualTo(from);
    assertThat(damage.behind().orElseThrow().lastIndex()).isEqualTo(9);
    assertThat(damage.behind().orElseThrow().firstIndex()).isEqualTo(5);
  }

  /** The power kept one page of the last save from the disk, and not those behind it. */
  @Property(tries = 1)
  void aMissingPageInTheLastSaveIsAnUnfinishedSave() throws IOException {
    WrittenLog log = entries(4).state(1, 4);
    int from = log.bytes().length;
    log.put(1, 5, "key-5");
    int to = log.bytes().length;
    log.put(1, 6, "key-6").put(1, 7, "key-7").state(1, 4);
    assertThat(holed(log, from, to).isUnfinishedSave()).isTrue();
    assertThat(holed(log, from, to).nothingBehind()).isFalse();
  }

  /** Behind it another save began, so it had reached the disk: a client may have been told. */
  @Property(tries = 1)
  void aHoleBeforeAnotherSaveIsNoUnfinishedSave() throws IOException {
    WrittenLog log = entries(4).state(1, 4);
    int from = log.bytes().length;
    log.put(1, 5, "key-5");
    int to = log.bytes().length;
    log.put(1, 6, "key-6").state(1, 4);
    assertThat(holed(log, from, to).isUnfinishedSave()).isTrue();
    assertThat(holed(log.put(1, 7, "key-7"), from, to).isUnfinishedSave())
        .as("an entry behind a hard state")
        .isFalse();
    WrittenLog decided = entries(4).state(1, 4).put(1, 5, "key-5").put(1, 6, "key-6").state(1, 5);
    assertThat(holed(decided, from, to).isUnfinishedSave())
        .as("what is missing was decided")
        .isFalse();
    WrittenLog marked = entries(4).state(1, 4).put(1, 5, "key-5").put(1, 6, "key-6").mark(4, 1);
    assertThat(holed(marked, from, to).isUnfinishedSave()).as("a raft snapshot").isFalse();
  }

  private Damage holed(WrittenLog log, int from, int to) throws IOException {
    byte[] bytes = log.bytes();
    Arrays.fill(bytes, from, to, (byte) 0);
    return readOf(bytes).damage().orElseThrow();
  }

  /** At every eighth byte begins what may be a record of 1 MiB. */
  @Property(tries = 1)
  void aSegmentMadeToBeSearchedForHoursIsGivenUpAndIsNoEnd() throws IOException {
    byte[] log = entries(3).bytes();
    byte[] pattern = {0x08, 0x02, 0x10, 0, 0, 0, 0, 0};
    byte[] bytes = Arrays.copyOf(log, (int) LogReader.SEGMENT_BYTES);
    for (int at = log.length + 8; at + 8 <= bytes.length; at += 8) {
      System.arraycopy(pattern, 0, bytes, at, 8);
    }
    WrittenLog.write(folder, 0, 0, bytes, 0);
    Damage damage = read().damage().orElseThrow();
    assertThat(damage.kind()).isEqualTo(Damage.Kind.HOLE);
    assertThat(damage.behind().orElseThrow().searched()).isFalse();
    assertThat(damage.nothingBehind()).isFalse();
  }

  @Property(tries = 1)
  void aSegmentFilledWithGarbageIsNoDamage() throws IOException {
    byte[] log = entries(3).bytes();
    byte[] bytes = Arrays.copyOf(log, (int) LogReader.SEGMENT_BYTES);
    Arrays.fill(bytes, log.length + 8, bytes.length, (byte) 'x');
    WrittenLog.write(folder, 0, 0, bytes, 0);
    assertThat(read().damage()).isEmpty();
    assertThat(read().garbage()).isTrue();
  }

  private static WrittenLog entries(int count) {
    WrittenLog log = WrittenLog.begun(1, 2);
    for (int k = 1; k <= count; k++) {
      log.put(1, k, "key-" + k);
    }
    return log;
  }

  private RaftLog readOf(byte[] content) throws IOException {
    WrittenLog.write(folder, 0, 0, content, ROOM);
    return read();
  }

  private RaftLog read() throws IOException {
    var directory = new LocalDirectory(folder);
    List<SegmentName> segments =
        directory.list("").stream()
            .flatMap(entry -> SegmentName.parse(entry.name()).stream())
            .toList();
    return LogReader.read(directory, "", segments, 0);
  }
}
