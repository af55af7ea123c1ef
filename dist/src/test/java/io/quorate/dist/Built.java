package io.quorate.dist;

import java.io.IOException;
import java.nio.file.Path;
import java.time.OffsetDateTime;

/** The packages that the build has made. */
final class Built {
  static final Path FOLDER = Path.of("target").toAbsolutePath();
  static final String VERSION = System.getProperty("quorate.version", "");

  private Built() {}

  /** Returns what makes them again. */
  static Packages again() {
    return new Packages(
        Path.of("").toAbsolutePath(),
        VERSION,
        OffsetDateTime.parse(System.getProperty("quorate.time", "")));
  }

  /** Returns the only package whose name begins and ends so. */
  static Path named(String begin, String end) throws IOException {
    return Packages.in(FOLDER).stream()
        .filter(file -> file.getFileName().toString().startsWith(begin))
        .filter(file -> file.toString().endsWith(end))
        .findFirst()
        .orElseThrow();
  }
}
