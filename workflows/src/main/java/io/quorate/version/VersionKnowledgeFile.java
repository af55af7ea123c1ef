package io.quorate.version;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the one data file of this package from the class path. The only class among the pure ones
 * that reads anything (docs/adr/0014): what it gives is as constant as the code beside it.
 */
final class VersionKnowledgeFile {
  static final String NAME = "etcd-versions.txt";

  private VersionKnowledgeFile() {}

  static String text() {
    try (InputStream stream = VersionKnowledgeFile.class.getResourceAsStream(NAME)) {
      if (stream == null) {
        throw new IllegalStateException(NAME + " is not on the class path");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
