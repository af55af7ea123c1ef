package io.quorate.configuration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file with a secret in it. The secret is read when it is needed, so that a rotated secret is
 * used without a restart, and so that it is in no record that could be printed.
 */
public record SecretFile(Path file) {
  /**
   * Returns the secret without the line feed that editors leave; throws {@link
   * UncheckedIOException} when the file is gone.
   */
  public String read() {
    try {
      return Files.readString(file).strip();
    } catch (IOException gone) {
      throw new UncheckedIOException("the file " + file + " cannot be read", gone);
    }
  }
}
