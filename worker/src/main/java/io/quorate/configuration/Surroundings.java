package io.quorate.configuration;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Surroundings that a configuration refers to outside its own text.
 *
 * @param environment values of {@code ${NAME}}
 * @param readable whether a file is there and can be read
 */
public record Surroundings(Map<String, String> environment, Predicate<Path> readable) {
  public Surroundings {
    environment = Map.copyOf(environment);
  }

  /** The process's own environment and the files of this machine. */
  public static Surroundings here() {
    return new Surroundings(System.getenv(), Surroundings::isReadableFile);
  }

  private static boolean isReadableFile(Path file) {
    return Files.isRegularFile(file) && Files.isReadable(file);
  }
}
