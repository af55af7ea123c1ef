package io.quorate.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.wire.ReportJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reports as the review reads them; {@code -Dquorate.golden=true} writes them. */
class ReportTextTest {
  private static final Path NARRATIVES = Path.of("src/test/narratives/report");

  @Test
  void readsToSomebodyWhoWasNotThereWithFourOperations() throws IOException {
    reads("four-operations", RecordedIncident.ofFour());
  }

  @Test
  void readsOutOfTheHistoriesOfAnIncidentAndItsOperations() throws IOException {
    reads("asked-twice", RecordedIncident.ofTwo("expired"));
  }

  @Test
  void readsOfAnOperationWithoutAnIncident() throws IOException {
    reads(
        "operation-alone",
        Reports.ofOperation(
            RecordedIncident.operation("playground.38a92a11", "restore.operation")));
  }

  @Test
  void readsOfFindingsInAClusterThatWasWholeAllTheTime() throws IOException {
    reads("findings", RecordedIncident.ofFindings());
  }

  @Test
  void formsNoLinkAndNoCellOutOfWordsFromOutside() {
    assertThat(Prose.of("see [here](http://x) <b>")).isEqualTo("see \\[here\\](http://x) &lt;b>");
    assertThat(Prose.of("\\[open](http://x)"))
        .as("an escaped backslash would leave a link")
        .isEqualTo("\\\\\\[open\\](http://x)");
    assertThat(Prose.of("![a [b](#c)](http://x.png)"))
        .as("a viewer would load the picture")
        .doesNotContainPattern("(?<!\\\\)[\\[\\]]");
    assertThat(Prose.cell("\\a|b`c")).isEqualTo("\\\\a\\|b`c");
  }

  @Test
  void namesWhatIsMissing() {
    ReportJson whole = RecordedIncident.ofTwo("expired");
    ReportJson part =
        Reports.ofIncident(
            whole.incident(),
            whole.cluster(),
            RecordedIncident.events("expired.incident"),
            List.of(),
            List.of("Temporal did not answer within 5 s."));

    assertThat(ReportText.markdown(part))
        .contains("Missing here: Temporal did not answer within 5 s.");
  }

  private static void reads(String name, ReportJson report) throws IOException {
    String text = ReportText.markdown(report);
    Path file = NARRATIVES.resolve(name + ".md");
    if (Boolean.getBoolean("quorate.golden")) {
      Files.createDirectories(NARRATIVES);
      Files.writeString(file, text);
    }

    assertThat(text).isEqualTo(Files.readString(file));
  }
}
