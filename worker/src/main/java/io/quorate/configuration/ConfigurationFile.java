package io.quorate.configuration;

import io.quorate.configuration.InvalidConfiguration.Problems;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds and reads {@code quorate.yml}. All methods throw {@link InvalidConfiguration}. */
public final class ConfigurationFile {
  /** Environment variable that names the file when {@code --config} does not. */
  public static final String VARIABLE = "QUORATE_CONFIG";

  private static final String NAME = "quorate.yml";
  private static final Path MACHINE = Path.of("/etc/quorate", NAME);

  private ConfigurationFile() {}

  /**
   * Loads the configuration that {@code --config} names, else {@code $QUORATE_CONFIG}, else the
   * first file that is there of the usual places: the current directory, the directory of the user
   * ({@code $XDG_CONFIG_HOME}, by the <a
   * href="https://specifications.freedesktop.org/basedir-spec/latest/">XDG Base Directory
   * Specification</a>), and the directory of the machine.
   */
  public static Configuration load(Optional<Path> named, Environment environment) {
    Optional<String> variable =
        Optional.ofNullable(environment.variables().get(VARIABLE)).filter(s -> !s.isBlank());
    if (named.isPresent()) {
      return load(named.get(), "named by --config", environment);
    }
    if (variable.isPresent()) {
      return load(Path.of(variable.get()), "named by $" + VARIABLE, environment);
    }
    Path first = first(usualPlaces(environment.variables()));
    return load(first, "one of the usual places", environment);
  }

  static List<Path> usualPlaces(Map<String, String> environment) {
    return Stream.of(
            Optional.of(Path.of(NAME).toAbsolutePath()),
            ofTheUser(environment).map(home -> home.resolve("quorate").resolve(NAME)),
            Optional.of(MACHINE))
        .flatMap(Optional::stream)
        .toList();
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
  static Path first(List<Path> files) {
    return files.stream()
        .filter(file -> Files.exists(file, LinkOption.NOFOLLOW_LINKS))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidConfiguration(
                    "there is no configuration file; looked for "
                        + files.stream().map(Path::toString).collect(Collectors.joining(", "))
                        + ". Name another with --config FILE or $"
                        + VARIABLE));
  }

  private static Configuration load(Path file, String why, Environment environment) {
    return read(file, text(file, why), environment, ClusterFiles.beside(file));
  }

  /**
   * Reads the configuration in this text, as if the text were in this file, without other files.
   */
  public static Configuration read(Path file, String text, Environment environment) {
    return read(file, text, environment, ClusterFiles.NONE);
  }

  private static Configuration read(
      Path file, String text, Environment environment, ClusterFiles more) {
    Problems problems = new Problems(file.toString());
    Optional<Configuration> read =
        Yaml.read(text, problems)
            .map(root -> new ConfigurationReader(file, environment, problems, more).read(root));
    problems.throwIfAny();
    return read.orElseThrow();
  }

  static String text(Path file, String why) {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException none) {
      throw new InvalidConfiguration(
          "there is no configuration file " + file.toAbsolutePath() + " (" + why + ")");
    } catch (CharacterCodingException binary) {
      throw new InvalidConfiguration(file.toAbsolutePath() + " is no text in UTF-8");
    } catch (IOException unreadable) {
      throw new InvalidConfiguration(
          "the configuration file "
              + file.toAbsolutePath()
              + " cannot be read: "
              + unreadable.getClass().getSimpleName()
              + " ("
              + why
              + ")");
    }
  }
}
