package io.quorate.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.datadir.file.LocalDirectory;
import io.quorate.datadir.file.ReadOnlyDirectory;
import java.io.EOFException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A directory that is read from elsewhere is read as one of this machine is. */
public interface DirectoryContract {
  /** A folder of this machine; it is there and empty. */
  Path data();

  /** The folder as it is read from elsewhere. */
  ReadOnlyDirectory there();

  /** The folder as it is read here. */
  default ReadOnlyDirectory here() {
    return new LocalDirectory(data());
  }

  @Test
  default void foldersAreListedAsLocalOnesAre() throws Exception {
    Path wal = Files.createDirectories(data().resolve("member/wal"));
    Files.write(wal.resolve("b.wal"), new byte[70_000]);
    Files.createFile(wal.resolve("a.wal"));
    Files.createSymbolicLink(wal.resolve("nothing"), wal.resolve("nowhere"));
    Files.createSymbolicLink(data().resolve("again"), wal);
    for (String each : List.of("", "member", "member/wal", "again")) {
      assertThat(there().list(each)).isEqualTo(here().list(each));
    }
    assertThat(there().list("member/wal")).hasSize(3);
  }

  @Test
  default void aMissingPathAndAPathToAFileAreDifferentErrors() throws Exception {
    Files.createFile(data().resolve("file"));
    assertThatThrownBy(() -> there().list("none")).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> there().open("none")).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> there().list("file")).isInstanceOf(NotDirectoryException.class);
  }

  @Test
  default void aFileIsReadAtAnyPosition() throws Exception {
    byte[] content = new byte[300_000];
    new Random(7).nextBytes(content);
    Files.write(data().resolve("db"), content);
    try (var file = there().open("db")) {
      assertThat(file.size()).isEqualTo(content.length);
      var random = new Random(8);
      for (int i = 0; i < 60; i++) {
        int at = random.nextInt(content.length);
        int length = random.nextInt(1 + Math.min(200_000, content.length - at));
        assertThat(file.bytes(at, length)).isEqualTo(Arrays.copyOfRange(content, at, at + length));
      }
      assertThat(file.read(content.length, new byte[10], 0, 10)).isZero();
      assertThatThrownBy(() -> file.bytes(content.length - 5, 10)).isInstanceOf(EOFException.class);
    }
  }

  /** Each read is a way there and back, however long it is. */
  @Test
  default void aReadReturnsAllBytesThatAreAskedFor() throws Exception {
    byte[] content = new byte[9_000_001];
    new Random(7).nextBytes(content);
    Files.write(data().resolve("wal"), content);
    try (var file = there().open("wal")) {
      byte[] into = new byte[content.length];
      assertThat(file.read(0, into, 0, 8_000_000)).isEqualTo(8_000_000);
      assertThat(Arrays.mismatch(into, 0, 8_000_000, content, 0, 8_000_000)).isEqualTo(-1);
      assertThat(file.bytes(17, 100)).isEqualTo(Arrays.copyOfRange(content, 17, 117));
      assertThat(file.read(8_900_000, into, 0, 500_000)).isEqualTo(100_001);
      assertThat(file.read(content.length, into, 0, 500_000)).isZero();
    }
  }

  @Test
  default void aFileThatGrowsIsReadToItsNewEnd() throws Exception {
    Path grows = Files.write(data().resolve("log"), new byte[] {1, 2, 3});
    try (var file = there().open("log")) {
      assertThat(file.bytes(0, 3)).containsExactly(1, 2, 3);
      Files.write(grows, new byte[] {4, 5}, StandardOpenOption.APPEND);
      assertThat(file.size()).isEqualTo(5);
      assertThat(file.bytes(1, 4)).containsExactly(2, 3, 4, 5);
    }
  }

  @Test
  default void linksArePeculiar() throws Exception {
    Path elsewhere = Files.createDirectories(data().resolveSibling("elsewhere"));
    Files.createSymbolicLink(data().resolve("member"), elsewhere);
    assertThat(there().peculiarities())
        .isEqualTo(here().peculiarities())
        .containsExactly(data().resolve("member") + " is a link");
  }
}
