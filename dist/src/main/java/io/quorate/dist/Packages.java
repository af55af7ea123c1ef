package io.quorate.dist;

import io.quorate.lab.image.KeeperImage;
import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.Stream;

/**
 * Packages of one version, made of what the other modules built, in the JDK that runs this.
 *
 * @param sources this module's folder in a checkout that was built
 * @param time the time of every file in a package, so that two builds make the same bytes
 */
record Packages(Path sources, String version, OffsetDateTime time) {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  /** Makes all packages. Arguments: this module's folder, the version, the time. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path sources = Path.of(arguments[0]);
    new Packages(sources, arguments[1], OffsetDateTime.parse(arguments[2]))
        .write(sources.resolve("target"));
  }

  /** Writes the packages into a folder, in place of those that are there. */
  void write(Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    Command.of("bash", sources.resolve("package").toString(), folder.toString(), version)
        .with("JAVA_HOME", System.getProperty("java.home"))
        .with("SOURCE_DATE_EPOCH", Long.toString(time.toEpochSecond()))
        .outputWithin(LIMIT);
    new QuorateImage(folder.resolve("quorate-" + version), sources)
        .write("quorate:" + version, folder.resolve("quorate-image-" + version + ".tar"));
    KeeperImage.write(
        "quorate-keeper:" + version, folder.resolve("quorate-keeper-image-" + version + ".tar"));
  }

  /** Returns the packages in a folder, sorted by name. */
  static List<Path> in(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().matches(".*\\.(tar\\.gz|deb|tar)"))
          .sorted()
          .toList();
    }
  }
}
