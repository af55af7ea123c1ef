package io.quorate.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentsTest {
  private static final int FILES = 20;
  private static final int ROUNDS = 2_000;
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofNanos(200_000);

  @TempDir private Path folder;
  private Contents before;

  @BeforeEach
  void fill() throws IOException {
    Files.createDirectories(folder.resolve("member/wal"));
    Files.writeString(folder.resolve("member/db"), "database");
    Files.writeString(folder.resolve("member/wal/0.wal"), "log");
    before = Contents.of(folder);
  }

  @Test
  void anUntouchedFolderHasNoDifference() throws IOException {
    assertThat(before.sha256()).hasSize(2);
    assertThat(before.changesUntil(Contents.of(folder))).isEmpty();
  }

  @Test
  void everyFileThatDiffersIsNamed() throws IOException {
    Files.writeString(folder.resolve("member/db"), "databasf");
    Files.delete(folder.resolve("member/wal/0.wal"));
    Files.writeString(folder.resolve("member/wal/1.wal"), "log");

    assertThat(before.changesUntil(Contents.of(folder)))
        .containsExactly(
            "member/db was changed", "member/wal/0.wal is gone", "member/wal/1.wal was added");
  }

  @Test
  void everyFileOfAMissingFolderIsGone() {
    assertThat(before.changesUntil(Contents.NONE))
        .containsExactly("member/db is gone", "member/wal/0.wal is gone");
  }

  /** A file is read a moment after it was listed: the rename stands between the two. */
  @Test
  void aFolderRenamedMeanwhileIsReadWholeOrNotAtAll() throws Exception {
    Path data = Files.createDirectories(folder.resolve("data"));
    for (int number = 0; number < FILES; number++) {
      Files.writeString(data.resolve(number + ".wal"), "log");
    }
    var renaming = new AtomicBoolean(true);
    Thread renamer = Thread.ofPlatform().start(() -> renameWhile(renaming, data));
    try {
      long begin = System.nanoTime();
      int read = 0;
      int round = 0;
      while (round < ROUNDS
          || ((read == 0 || read == round) && System.nanoTime() - begin < LIMIT.toNanos())) {
        round++;
        try {
          assertThat(Contents.of(data).sha256()).hasSize(FILES);
          read++;
        } catch (IOException | UncheckedIOException renamed) {
          assertThat(renamed).hasMessageContaining(data.toString());
        }
      }
      assertThat(read).isBetween(1, round - 1);
    } finally {
      renaming.set(false);
      renamer.join();
    }
  }

  private static void renameWhile(AtomicBoolean renaming, Path data) {
    Path aside = data.resolveSibling("data.aside");
    try {
      while (renaming.get()) {
        Files.move(data, aside);
        Files.move(aside, data);
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
