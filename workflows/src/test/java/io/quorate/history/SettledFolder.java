package io.quorate.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A folder of recorded files that is only ever added to. Its {@code sums.txt} has the SHA-256 of
 * each as {@code sha256sum} writes it; a form without it is not settled yet.
 */
public record SettledFolder(Path folder) {
  private static final String SUMS = "sums.txt";
  private static final String BETWEEN = "  ";

  public boolean isSettled() {
    return Files.exists(sums());
  }

  private Path sums() {
    return folder.resolve(SUMS);
  }

  /** Fails when a file was changed, is missing, or is not in the sums yet. */
  public void assertUnchanged() throws IOException {
    assertThat(found()).as("SHA-256 of what is recorded, in %s", sums()).isEqualTo(recorded());
  }

  /** Adds the sums of new files; those of older ones stay as they are. */
  public void addNewFiles() throws IOException {
    Map<String, String> recorded = recorded();
    List<String> added =
        found().entrySet().stream()
            .filter(file -> !recorded.containsKey(file.getKey()))
            .map(file -> file.getValue() + BETWEEN + file.getKey())
            .toList();
    Files.write(sums(), added, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private Map<String, String> recorded() throws IOException {
    Map<String, String> sums = new TreeMap<>();
    if (isSettled()) {
      for (String line : Files.readAllLines(sums())) {
        String[] words = line.split(BETWEEN, 2);
        sums.put(words[1], words[0]);
      }
    }
    return sums;
  }

  private Map<String, String> found() throws IOException {
    Map<String, String> sums = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.equals(sums())) {
          sums.put(folder.relativize(file).toString(), sum(file));
        }
      }
    }
    return sums;
  }

  private static String sum(Path file) throws IOException {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }
}
