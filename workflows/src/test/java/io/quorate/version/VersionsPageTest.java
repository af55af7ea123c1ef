package io.quorate.version;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * The tables of {@code docs/versions.md} are those of the file. {@code mvn test
 * -Dnarratives.rewrite=true} writes them anew.
 */
class VersionsPageTest {
  private static final Path PAGE = Path.of("../docs/versions.md");
  private static final String BEGIN = "<!-- known: written by VersionsPageTest -->\n";
  private static final String END = "<!-- end of known -->\n";

  @Test
  void thePageShowsWhatTheFileSays() throws IOException {
    String page = Files.readString(PAGE);
    String known = VersionTables.of(VersionKnowledgeReader.read(VersionKnowledgeFile.text()));
    if (Boolean.getBoolean("narratives.rewrite")) {
      page =
          page.substring(0, page.indexOf(BEGIN) + BEGIN.length())
              + known
              + page.substring(page.indexOf(END));
      Files.writeString(PAGE, page);
    }
    assertThat(page.substring(page.indexOf(BEGIN) + BEGIN.length(), page.indexOf(END)))
        .isEqualTo(known);
  }

  @Test
  void everyConditionOfAHopIsExplained() throws IOException {
    String page = Files.readString(PAGE);
    assertThat(Arrays.stream(HopCondition.values()).map(HopCondition::sentence).toList())
        .allMatch(page::contains);
  }
}
