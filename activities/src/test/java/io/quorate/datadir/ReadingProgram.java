package io.quorate.datadir;

import io.quorate.datadir.file.LocalDirectory;
import java.nio.file.Path;
import java.util.Optional;

/** Reads a data directory as a program of its own, so that its heap can be limited. */
public final class ReadingProgram {
  private ReadingProgram() {}

  /** Takes the directory, the minor and the depth. */
  public static void main(String[] words) {
    var directory = new CountingDirectory(new LocalDirectory(Path.of(words[0])));
    var reader =
        new DataDirectoryReader(
            directory, Optional.empty(), Expected.anybody(Integer.parseInt(words[1])));
    for (int run = 1; run <= 2; run++) {
      long before = System.nanoTime();
      DirectoryReading reading = reader.read(Depth.valueOf(words[2]));
      System.out.printf(
          "%s: %s in %,d ms, %s%n",
          words[2],
          reading.verdict(),
          (System.nanoTime() - before) / 1_000_000,
          run == 1 ? directory.counted() : "again");
    }
  }
}
