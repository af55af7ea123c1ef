package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quorate.playground.telling.Narrator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StageFolderTest {
  private final Narrator narrator = new Narrator(new PrintWriter(Writer.nullWriter()));
  @TempDir private Path directory;

  private StageFolder open() throws IOException {
    return StageFolder.open(Optional.of(directory), narrator);
  }

  @Test
  void aDirectoryWithForeignFilesIsLeftAlone() throws IOException {
    Path theirs = Files.writeString(directory.resolve("thesis.tex"), "a lot of work");
    assertThatExceptionOfType(FolderInUseException.class)
        .isThrownBy(this::open)
        .withMessageContaining("is not empty");
    assertThat(theirs).exists();
  }

  @Test
  void twoPlaygroundsDoNotShareADirectory() throws IOException {
    try (var first = open()) {
      assertThatExceptionOfType(FolderInUseException.class)
          .isThrownBy(this::open)
          .withMessageContaining(first.path().toString())
          .withMessageContaining("process " + ProcessHandle.current().pid());
    }
  }

  @Test
  void filesOfAnEarlierPlaygroundAreRemoved() throws IOException {
    Path left;
    try (var earlier = open()) {
      left = Files.writeString(earlier.log("worker"), "killed");
    }
    try (var later = open()) {
      assertThat(left).doesNotExist();
      assertThat(later.path()).isEqualTo(directory);
    }
  }

  @Test
  void onlyADirectoryThatNobodyNamedIsTemporary() throws IOException {
    try (var named = open();
        var temporary = StageFolder.open(Optional.empty(), narrator)) {
      assertThat(named.isTemporary()).isFalse();
      assertThat(temporary.isTemporary()).isTrue();
      temporary.remove();
      assertThat(temporary.path()).doesNotExist();
    }
  }
}
