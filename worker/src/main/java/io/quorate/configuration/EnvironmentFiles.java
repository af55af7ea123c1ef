package io.quorate.configuration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a member's environment file says that the configuration says too. */
final class EnvironmentFiles {
  private static final String DATA = "ETCD_DATA_DIR=";

  private EnvironmentFiles() {}

  /**
   * In what they differ about the data directory. A file that is not there is no difference: a
   * member may be gone with all its files, and that is when Quorate is needed.
   */
  static Optional<String> difference(Path environmentFile, Path dataDirectory) {
    if (!Files.isRegularFile(environmentFile) || !Files.isReadable(environmentFile)) {
      return Optional.empty();
    }
    List<String> lines;
    try {
      lines = Files.readAllLines(environmentFile);
    } catch (IOException unreadable) {
      return Optional.empty();
    }
    Optional<String> there =
        lines.stream()
            .filter(line -> line.startsWith(DATA))
            .map(line -> line.substring(DATA.length()))
            .reduce((first, last) -> last);
    if (there.filter(dataDirectory.toString()::equals).isPresent()
        || there.filter(t -> Path.of(t).normalize().equals(dataDirectory)).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        "is "
            + dataDirectory
            + ", but "
            + environmentFile
            + there.map(t -> " has ETCD_DATA_DIR=" + t).orElse(" has no ETCD_DATA_DIR")
            + "; both must name the same directory");
  }
}
