package io.quorate.history;

import static java.util.stream.Collectors.toCollection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The golden files: one folder a form of what is stored. A form with a {@value #SUMS} is settled:
 * its files stay as they are, for ever. What a later release writes differently has another file of
 * the same name in the folder of a later form.
 */
final class Goldens {
  static final Path FOLDER = Path.of("src/test/resources/golden");
  static final String NAMES = "names.txt";

  private static final String SUMS = "sums.txt";

  private Goldens() {}

  /** The folders, the oldest form first. */
  static List<Path> forms() {
    return files(FOLDER)
        .filter(Files::isDirectory)
        .sorted(Comparator.comparing(form -> Integer.valueOf(form.getFileName().toString())))
        .toList();
  }

  /** All payloads of all forms: {@code 1/alert.json}. */
  static List<Path> payloads() {
    return forms().stream()
        .flatMap(Goldens::files)
        .filter(file -> file.toString().endsWith(".json"))
        .sorted()
        .toList();
  }

  /** The file a payload is written like now: that of the newest form that has one. */
  static Path newest(String name) {
    return forms().reversed().stream()
        .map(form -> form.resolve(name + ".json"))
        .filter(Files::exists)
        .findFirst()
        .orElseGet(() -> forms().getLast().resolve(name + ".json"));
  }

  /** Names that were stored by any release. */
  static TreeSet<String> names() {
    return forms().stream()
        .map(form -> form.resolve(NAMES))
        .filter(Files::exists)
        .flatMap(file -> lines(file).stream())
        .collect(toCollection(TreeSet::new));
  }

  /** Writes a file into the form that is not settled yet, which begins with its first file. */
  static void record(String file, String text) {
    Path last = forms().getLast();
    int number = Integer.parseInt(last.getFileName().toString());
    Path form = isSettled(last) ? FOLDER.resolve(Integer.toString(number + 1)) : last;
    write(form.resolve(file), text);
  }

  static boolean isSettled(Path form) {
    return Files.exists(form.resolve(SUMS));
  }

  /** From now on the files of this form stay as they are. */
  static void settle(Path form) {
    write(
        form.resolve(SUMS),
        sums(form).entrySet().stream()
            .map(file -> file.getValue() + "  " + file.getKey() + "\n")
            .collect(Collectors.joining()));
  }

  /** What a settled form consisted of when it was settled: SHA-256 by the file's name. */
  static Map<String, String> settled(Path form) {
    Map<String, String> sums = new TreeMap<>();
    lines(form.resolve(SUMS)).forEach(line -> sums.put(line.substring(66), line.substring(0, 64)));
    return sums;
  }

  /** What the form consists of now. */
  static Map<String, String> sums(Path form) {
    Map<String, String> sums = new TreeMap<>();
    files(form)
        .filter(file -> !file.endsWith(SUMS))
        .forEach(file -> sums.put(file.getFileName().toString(), sum(file)));
    return sums;
  }

  private static String sum(Path file) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    } catch (NoSuchAlgorithmException never) {
      throw new IllegalStateException(never);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static List<String> lines(Path file) {
    return read(file).lines().toList();
  }

  private static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static Stream<Path> files(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList().stream();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
