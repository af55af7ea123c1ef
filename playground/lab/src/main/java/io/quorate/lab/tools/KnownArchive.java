package io.quorate.lab.tools;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * A line of {@code official-archives.txt}.
 *
 * @param platform as in linux-amd64
 * @param sha256 in lower case hexadecimal
 */
record KnownArchive(String tool, String platform, String sha256, URI address) {

  static List<KnownArchive> all() {
    return Resources.text("official-archives.txt")
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(KnownArchive::parse)
        .toList();
  }

  private static KnownArchive parse(String line) {
    String[] words = line.split("\\s+");
    return new KnownArchive(words[0], words[1], words[2], URI.create(words[3]));
  }

  boolean isOf(Tool wanted, String on) {
    return tool.equals(wanted.folderName()) && platform.equals(on);
  }

  /**
   * Checks that the file is what was published.
   *
   * @throws NotHere if it is not; then nothing of the file may be used
   */
  void check(Path file) throws NotHere, IOException {
    String found = sha256Of(file);
    if (!found.equals(sha256)) {
      throw new NotHere(address + " has SHA-256 " + found + ", not " + sha256);
    }
  }

  private static String sha256Of(Path file) throws IOException {
    try (var in = new DigestInputStream(Files.newInputStream(file), sha256Digest())) {
      in.transferTo(java.io.OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(in.getMessageDigest().digest());
    }
  }

  private static MessageDigest sha256Digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException never) {
      throw new IllegalStateException("every Java has SHA-256", never);
    }
  }
}
