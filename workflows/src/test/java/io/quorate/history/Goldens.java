package io.quorate.history;

import static java.util.stream.Collectors.toCollection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The golden files: one folder a form of what is stored. The files of a {@linkplain SettledFolder
 * settled} form stay as they are, for ever. What a later release writes differently has another
 * file of the same name in the folder of a later form.
 */
final class Goldens {
  static final Path FOLDER = Path.of("src/test/resources/golden");
  static final String NAMES = "names.txt";

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
    return new SettledFolder(form).isSettled();
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
