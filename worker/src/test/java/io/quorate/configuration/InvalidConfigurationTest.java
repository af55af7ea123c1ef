package io.quorate.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each wrong file beside the words it is told with. A file {@code a.yml} holds YAML, then a line of
 * equals signs, then exactly what is printed; {@code -Dquorate.golden=true} writes it anew.
 */
class InvalidConfigurationTest {
  private static final String LINE = "(?m)^====\n";
  private static final Environment NOTHING_THERE =
      new Environment(Map.of("HERE", "here"), Set.of(Path.of("/etc/quorate/there"))::contains);

  static Stream<Path> wrongFiles() throws IOException, URISyntaxException {
    Path folder = Path.of(InvalidConfigurationTest.class.getResource("wrong").toURI());
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.sorted().toList();
    }
    assertThat(files).hasSizeGreaterThan(10);
    return files.stream();
  }

  @ParameterizedTest
  @MethodSource("wrongFiles")
  void everythingThatIsWrongIsSaidAtOnceByLine(Path file) throws IOException {
    String[] parts = Files.readString(file).split(LINE, -1);

    String told = told(parts[0]);
    if (Boolean.getBoolean("quorate.golden")) {
      Path source = Path.of("src/test/resources/io/quorate/configuration/wrong");
      Files.writeString(source.resolve(file.getFileName()), parts[0] + "====\n" + told + "\n");
    }
    assertThat(told).isEqualTo(parts[1].strip());
  }

  @Property(tries = 300)
  void whateverIsWrongItHasALine(
      @ForAll @IntRange(min = 0, max = 3000) int at,
      @ForAll @IntRange(min = 0, max = 12) int length,
      @ForAll @StringLength(max = 4) String instead) {
    String good = ConfigurationFileTest.sample();
    int from = Math.min(at, good.length());
    String text =
        good.substring(0, from) + instead + good.substring(Math.min(from + length, good.length()));
    try {
      ConfigurationFile.read(
          Path.of("/etc/quorate/quorate.yml"), text, new Environment(Map.of(), file -> true));
    } catch (InvalidConfiguration wrong) {
      long lines = text.lines().count() + 1;
      assertThat(wrong.problems())
          .isNotEmpty()
          .allSatisfy(problem -> assertThat((long) problem.line()).isBetween(1L, lines));
    }
  }

  private static String told(String text) {
    try {
      ConfigurationFile.read(Path.of("/etc/quorate/quorate.yml"), text, NOTHING_THERE);
    } catch (InvalidConfiguration wrong) {
      return wrong.getMessage().replace("/etc/quorate/quorate.yml", "quorate.yml");
    }
    return fail("this file is right");
  }
}
