package io.quorate.port;

import io.quorate.snapshot.Salvage.Trailer;
import java.nio.file.Path;

/**
 * A snapshot that is a file of a machine: of the one that Quorate runs on, or of a member's.
 *
 * @param name what the store calls it, which every copy of it keeps
 * @param trailer whether a restore has to find etcd's own SHA-256 at its end
 */
public record SnapshotFile(Path path, String name, Trailer trailer) {
  public SnapshotFile {
    if (!path.isAbsolute() || path.toString().chars().anyMatch(Character::isISOControl)) {
      throw new Failure.Fault("the snapshot '" + path + "' has to be an absolute path");
    }
  }
}
