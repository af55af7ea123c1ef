package io.quorate.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentsTest {
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
}
