package io.quorate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Sources of all modules, for tests over words. */
final class Sources {
  static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

  private static final List<String> MODULES =
      List.of("workflows", "activities", "worker", "playground/lab", "playground/scenarios");

  private Sources() {}

  /**
   * Returns the Java files of each module below one of its folders, and fails for a module that has
   * none there.
   */
  static List<Path> below(String folder) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String module : MODULES) {
      try (Stream<Path> all = Files.walk(ROOT.resolve(module).resolve(folder))) {
        List<Path> found = all.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        assertThat(found).as(module).isNotEmpty();
        files.addAll(found);
      }
    }
    return files;
  }
}
