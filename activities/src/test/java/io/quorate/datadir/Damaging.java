package io.quorate.datadir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Damages one file of a data directory in one place: a bit, a sector of zeros, a cut. */
final class Damaging {
  private static final int SECTOR = 512;
  private static final List<String> KINDS = List.of(".wal", ".wal", "/db", "/db", ".snap");

  private Damaging() {}

  /** A file before and after. */
  @SuppressWarnings("ArrayRecordComponent") // a file's content
  record File(Path path, byte[] whole, byte[] damaged, String how) {
    @Override
    public String toString() {
      return "%s in %s".formatted(how, path);
    }
  }

  /** A damage of one of the files, of the log and the database more often than of others. */
  static File of(Path directory, Random random) throws IOException {
    List<Path> files;
    try (Stream<Path> walked = Files.walk(directory)) {
      files = walked.filter(Files::isRegularFile).sorted().toList();
    }
    String kind = KINDS.get(random.nextInt(KINDS.size()));
    files = files.stream().filter(file -> file.toString().endsWith(kind)).toList();
    Path file = files.get(random.nextInt(files.size()));
    byte[] whole = Files.readAllBytes(file);
    int content = content(whole);
    int at = random.nextInt(content);
    byte[] damaged = whole.clone();
    String how =
        switch (random.nextInt(4)) {
          case 0 -> {
            damaged = Arrays.copyOf(whole, at);
            yield "cut at %d".formatted(at);
          }
          case 1 -> {
            int from = at / SECTOR * SECTOR;
            Arrays.fill(damaged, from, Math.min(whole.length, from + SECTOR), (byte) 0);
            yield "zeros at %d".formatted(from);
          }
          default -> {
            int bit = random.nextInt(8);
            damaged[at] ^= (byte) (1 << bit);
            yield "bit %d of byte %d flipped".formatted(bit, at);
          }
        };
    return new File(directory.relativize(file), whole, damaged, how);
  }

  /** Where the zeros at the end begin. */
  private static int content(byte[] bytes) {
    int end = bytes.length;
    while (end > 1 && bytes[end - 1] == 0) {
      end--;
    }
    return end;
  }
}
