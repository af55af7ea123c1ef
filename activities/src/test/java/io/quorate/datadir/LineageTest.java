package io.quorate.datadir;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.datadir.file.LocalDirectory;
import io.quorate.datadir.wal.WrittenLog;
import io.quorate.lab.machine.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Logs of two directories, of which one goes on from the other or from an earlier state of it. */
class LineageTest {
  private Path folder;

  @BeforeTry
  void create() throws IOException {
    folder = Files.createTempDirectory("quorate-lineage");
  }

  @AfterTry
  void delete() throws IOException {
    Folders.delete(folder);
  }

  @Property(tries = 50)
  void aHistoryAndAnEarlierStateOfItAreTheSameHistory(
      @ForAll @IntRange(min = 1, max = 30) int entries, @ForAll @IntRange(max = 30) int more)
      throws IOException {
    Lineage lineage = between(puts(1, entries, "a"), puts(1, entries + more, "a"));
    assertThat(lineage.relation()).isEqualTo(Lineage.Relation.ONE_HISTORY);
    assertThat(lineage.common()).isEqualTo(entries);
    assertThat(lineage.parting()).isEmpty();
  }

  @Property(tries = 50)
  void logsWithEndsOfDifferentTermsPartAtTheFirstDifferentEntry(
      @ForAll @IntRange(min = 1, max = 20) int together,
      @ForAll @IntRange(min = 1, max = 9) int one,
      @ForAll @IntRange(min = 1, max = 9) int other)
      throws IOException {
    Lineage lineage =
        between(
            puts(2, together + one, "a", puts(1, together, "a"), together),
            puts(3, together + other, "b", puts(1, together, "a"), together));
    assertThat(lineage.relation()).isEqualTo(Lineage.Relation.PARTED);
    assertThat(lineage.parting()).isEqualTo(OptionalLong.of(together + 1L));
  }

  @Property(tries = 50)
  void differentEntriesAtTheSameIndexAndTermAreASecondHistory(
      @ForAll @IntRange(min = 1, max = 20) int together,
      @ForAll @IntRange(min = 1, max = 9) int one)
      throws IOException {
    Lineage lineage =
        between(
            puts(2, together + one, "a", puts(1, together, "a"), together),
            puts(2, together + 3, "b", puts(1, together, "a"), together));
    assertThat(lineage.relation()).isEqualTo(Lineage.Relation.TWO_HISTORIES);
    assertThat(lineage.parting()).isEqualTo(OptionalLong.of(together + 1L));
  }

  /** Raft makes all before them agree. */
  @Property(tries = 1)
  void anEqualEntryAfterADifferentEntryIsASecondHistory() throws IOException {
    Lineage lineage =
        between(
            puts(1, 1, "a").put(2, 2, "x").put(4, 3, "same"),
            puts(1, 1, "a").put(3, 2, "y").put(4, 3, "same"));
    assertThat(lineage.relation()).isEqualTo(Lineage.Relation.TWO_HISTORIES);
    assertThat(lineage.parting()).isEqualTo(OptionalLong.of(2));
  }

  /** What was written over has never been committed and counts for nothing. */
  @Property(tries = 1)
  void entriesThatWereWrittenOverDoNotCount() throws IOException {
    WrittenLog rewound = puts(1, 4, "a").put(1, 5, "lost").put(1, 6, "lost").put(2, 5, "kept");
    WrittenLog straight = puts(1, 4, "a").put(2, 5, "kept").put(2, 6, "more");
    assertThat(between(rewound, straight).relation()).isEqualTo(Lineage.Relation.ONE_HISTORY);
  }

  @Property(tries = 1)
  void aLogThatBeginsAfterARaftSnapshotIsComparedFromThereOn() throws IOException {
    WrittenLog late = WrittenLog.begun(1, 2).mark(20, 1);
    for (int index = 21; index <= 25; index++) {
      late.put(1, index, "a" + index);
    }
    Lineage lineage = between(puts(1, 23, "a"), late);
    assertThat(lineage)
        .isEqualTo(new Lineage(Lineage.Relation.ONE_HISTORY, 4, OptionalLong.empty()));
    assertThat(between(puts(1, 9, "a"), late).relation())
        .isEqualTo(Lineage.Relation.NOT_COMPARABLE);
  }

  @Property(tries = 1)
  void anotherClusterIsToldByItsId() throws IOException {
    WrittenLog other = WrittenLog.begun(1, 3).put(1, 1, "a1");
    assertThat(between(puts(1, 1, "a"), other).relation())
        .isEqualTo(Lineage.Relation.OTHER_CLUSTER);
  }

  private Lineage between(WrittenLog one, WrittenLog other) throws IOException {
    History first = history("one", one);
    History second = history("other", other);
    Lineage lineage = Lineage.of(first, second);
    assertThat(Lineage.of(second, first)).isEqualTo(lineage);
    assertThat(Lineage.of(first, first).parting()).isEmpty();
    return lineage;
  }

  private History history(String name, WrittenLog log) throws IOException {
    Path directory = folder.resolve(name);
    Folders.delete(directory);
    WrittenLog.write(directory.resolve("member/wal"), 0, 0, log.bytes(), 4096);
    return History.read(new LocalDirectory(directory), Optional.empty());
  }

  private static WrittenLog puts(long term, int last, String prefix) {
    return puts(term, last, prefix, WrittenLog.begun(1, 2), 0);
  }

  private static WrittenLog puts(long term, int last, String prefix, WrittenLog log, int from) {
    for (int index = from + 1; index <= last; index++) {
      log.put(term, index, prefix + index);
    }
    return log;
  }
}
