package io.quorate.version;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the one data file of this package from the class path. No other class of the pure packages
 * reads a file (docs/adr/0014); this file is part of the release and as constant as its code.
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
