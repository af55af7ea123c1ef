package io.quorate.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Configurations that people begin with, in the README and in the packages, have no errors. */
class ReadmeConfigurationTest {
  private static final Pattern LEAST =
      Pattern.compile("```yaml\n(\\s*snapshots:.*?)```", Pattern.DOTALL);

  @TempDir Path directory;

  @Test
  void theLeastConfigurationOfTheReadmeHasNoErrors() throws IOException {
    Matcher yaml = LEAST.matcher(Files.readString(Path.of("../README.md")));
    assertThat(yaml.find()).isTrue();
    Path file = Files.writeString(directory.resolve("quorate.yml"), yaml.group(1).stripIndent());
    assertThatThreeMembersAreRead(file);
  }

  @Test
  void theExampleInThePackagesHasNoErrors() {
    assertThatThreeMembersAreRead(Path.of("../dist/quorate.yml"));
  }

  private static void assertThatThreeMembersAreRead(Path file) {
    Configuration configuration =
        ConfigurationFile.load(
            Optional.of(file), new Environment(Map.of(), Environment.here().readable()));
    assertThat(configuration.clusters().values())
        .singleElement()
        .satisfies(payments -> assertThat(payments.members()).hasSize(3));
  }
}
