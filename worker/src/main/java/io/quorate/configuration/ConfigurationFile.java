package io.quorate.configuration;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Finds and reads {@code quorate.yml}. All methods throw {@link InvalidConfiguration}. */
public final class ConfigurationFile {
  /** Environment variable that names the file when {@code --config} does not. */
  public static final String VARIABLE = "QUORATE_CONFIG";

  private ConfigurationFile() {}

  /**
   * Loads the configuration that {@code --config} names, else {@code $QUORATE_CONFIG}, else the
   * first file that is there of the {@linkplain ConfigurationPlaces usual places}.
   */
  public static Configuration load(Optional<Path> named, Surroundings surroundings) {
    Optional<String> variable =
        Optional.ofNullable(surroundings.environment().get(VARIABLE)).filter(s -> !s.isBlank());
    if (named.isPresent()) {
      return load(named.get(), "named by --config", surroundings);
    }
    if (variable.isPresent()) {
      return load(Path.of(variable.get()), "named by $" + VARIABLE, surroundings);
    }
    Path first = ConfigurationPlaces.in(surroundings.environment()).first();
    return load(first, "one of the usual places", surroundings);
  }

  private static Configuration load(Path file, String why, Surroundings surroundings) {
    return read(file, text(file, why), surroundings);
  }

  /** Reads the configuration in this text, as if the text were in this file. */
  public static Configuration read(Path file, String text, Surroundings surroundings) {
    Problems problems = new Problems(file.toString());
    Optional<Configuration> read =
        Yaml.read(text, problems)
            .map(root -> new ConfigurationReader(file, surroundings, problems).read(root));
    problems.throwIfAny();
    return read.orElseThrow();
  }

  private static String text(Path file, String why) {
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
