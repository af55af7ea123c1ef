package io.quorate.configuration;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Finds and reads {@code quorate.yml}. All methods throw {@link InvalidConfiguration}. */
public final class ConfigurationFile {
  /** Names the file when {@code --config} does not. */
  public static final String VARIABLE = "QUORATE_CONFIG";

  private static final String USUAL = "quorate.yml";

  private ConfigurationFile() {}

  /** The file that {@code --config} names, else $QUORATE_CONFIG, else quorate.yml here. */
  public static Configuration load(Optional<Path> named, Surroundings surroundings) {
    Optional<String> variable =
        Optional.ofNullable(surroundings.environment().get(VARIABLE)).filter(s -> !s.isBlank());
    Path file = named.or(() -> variable.map(Path::of)).orElse(Path.of(USUAL));
    String chosen =
        named.isPresent() ? "--config" : variable.isPresent() ? "$" + VARIABLE : "neither";
    return read(file, text(file, chosen), surroundings);
  }

  /** The configuration in this text, as if it were in this file. */
  public static Configuration read(Path file, String text, Surroundings surroundings) {
    Problems problems = new Problems(file.toString());
    Optional<Configuration> read =
        Yaml.read(text, problems)
            .map(root -> new ConfigurationReader(file, surroundings, problems).read(root));
    problems.throwIfAny();
    return read.orElseThrow();
  }

  private static String text(Path file, String chosen) {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException none) {
      throw new InvalidConfiguration(
          "there is no configuration file " + file.toAbsolutePath() + " (" + why(chosen) + ")");
    } catch (CharacterCodingException binary) {
      throw new InvalidConfiguration(file.toAbsolutePath() + " is no text in UTF-8");
    } catch (IOException unreadable) {
      throw new InvalidConfiguration(
          "the configuration file "
              + file.toAbsolutePath()
              + " cannot be read: "
              + unreadable.getClass().getSimpleName()
              + " ("
              + why(chosen)
              + ")");
    }
  }

  private static String why(String chosen) {
    return chosen.equals("neither")
        ? "the usual place; name another with --config FILE or $" + VARIABLE
        : "named by " + chosen;
  }
}
