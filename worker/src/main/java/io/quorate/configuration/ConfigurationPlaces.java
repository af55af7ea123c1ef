package io.quorate.configuration;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Places where {@code quorate.yml} is looked for when nobody names it: the current directory, the
 * directory of the user ({@code $XDG_CONFIG_HOME}, by the <a
 * href="https://specifications.freedesktop.org/basedir-spec/latest/">XDG Base Directory
 * Specification</a>), and the directory of the machine.
 *
 * @param files the places in order; the first file that is there counts
 */
record ConfigurationPlaces(List<Path> files) {
  private static final String NAME = "quorate.yml";
  private static final Path MACHINE = Path.of("/etc/quorate", NAME);

  ConfigurationPlaces {
    files = List.copyOf(files);
  }

  static ConfigurationPlaces in(Map<String, String> environment) {
    List<Path> files = new ArrayList<>();
    files.add(Path.of(NAME).toAbsolutePath());
    ofTheUser(environment).ifPresent(home -> files.add(home.resolve("quorate").resolve(NAME)));
    files.add(MACHINE);
    return new ConfigurationPlaces(files);
  }

  /** The place of the user; the XDG specification wants relative paths ignored. */
  private static Optional<Path> ofTheUser(Map<String, String> environment) {
    return absolute(environment.get("XDG_CONFIG_HOME"))
        .or(() -> absolute(environment.get("HOME")).map(home -> home.resolve(".config")));
  }

  private static Optional<Path> absolute(@Nullable String path) {
    return Optional.ofNullable(path).map(Path::of).filter(Path::isAbsolute);
  }

  /**
   * Returns the first file that is there. A file that cannot be read counts too, so that nobody
   * works with another configuration than the one they wrote.
   */
  Path first() {
    return files.stream()
        .filter(file -> Files.exists(file, LinkOption.NOFOLLOW_LINKS))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidConfiguration(
                    "there is no configuration file; looked for "
                        + files.stream().map(Path::toString).collect(Collectors.joining(", "))
                        + ". Name another with --config FILE or $"
                        + ConfigurationFile.VARIABLE));
  }
}
