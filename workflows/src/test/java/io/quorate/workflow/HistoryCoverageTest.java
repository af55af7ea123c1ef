package io.quorate.workflow;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.history.SettledFolder;
import io.quorate.operation.Phase;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.Runbooks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is recorded of each runbook and of each way to end. The recorded histories of a settled form
 * are only ever added to: {@code sums.txt} of the form has the sum of each. {@code mvn test
 * -Dnarratives.rewrite=true} adds to it what is new, and writes the table of {@code README.md}
 * anew.
 */
class HistoryCoverageTest {
  private static final Path TABLE = RecordedHistory.FOLDER.resolve("README.md");
  private static final String GENERATED = "<!-- generated -->\n";
  private static final String CONTINUED = "continued-as-new";

  private static List<RecordedHistory> all() throws IOException {
    return RecordedHistory.files().stream().map(RecordedHistory::read).toList();
  }

  /** Every way in which the run of an operation can end. */
  private static List<String> endings() {
    return Stream.concat(
            Stream.of(Phase.values()).filter(Phase::ended).map(Phase::words),
            Stream.of("cancelled", RecordedHistory.TERMINATED, CONTINUED))
        .toList();
  }

  @Test
  void everyRunbookIsRecordedToItsEndOnRealServers() throws IOException {
    List<String> completed =
        all().stream()
            .filter(RecordedHistory::isOfRealServers)
            .filter(history -> history.ending().equals(Phase.COMPLETED.words()))
            .flatMap(history -> history.runbook().stream())
            .distinct()
            .toList();

    assertThat(completed).containsAll(Runbooks.all().stream().map(Runbook::name).toList());
  }

  @Test
  void everyWayToEndIsRecordedOnRealServers() throws IOException {
    List<String> ended =
        all().stream()
            .filter(RecordedHistory::isOfRealServers)
            .filter(history -> history.runbook().isPresent())
            .map(RecordedHistory::ending)
            .distinct()
            .toList();

    assertThat(ended).containsAll(endings());
  }

  @Test
  void incidentsAndNotifiersAreRecordedOnRealServers() throws IOException {
    List<RecordedHistory> real = all().stream().filter(RecordedHistory::isOfRealServers).toList();

    assertThat(real).anyMatch(RecordedHistory::isNotifier);
    assertThat(real).anyMatch(RecordedHistory::isIncident);
  }

  @Test
  void everyWorkflowThatAFleetHasOnceIsRecorded() throws IOException {
    assertThat(all())
        .extracting(RecordedHistory::type)
        .containsAll(Stream.of(FleetStory.values()).map(FleetStory::type).toList());
  }

  @Test
  void theTableShowsWhatIsRecorded() throws IOException {
    String text = Files.readString(TABLE);
    int begin = text.indexOf(GENERATED) + GENERATED.length();
    if (Boolean.getBoolean("narratives.rewrite")) {
      Files.writeString(TABLE, text.substring(0, begin) + table());
      return;
    }
    assertThat(text.substring(begin))
        .as("mvn test -Dnarratives.rewrite=true writes %s anew", TABLE)
        .isEqualTo(table());
  }

  private static String table() throws IOException {
    List<RecordedHistory> histories = all();
    StringBuilder text = new StringBuilder("| | " + String.join(" | ", endings()) + " |\n");
    text.append("|---".repeat(endings().size() + 1)).append("|\n");
    for (Runbook<?> runbook : Runbooks.all()) {
      text.append("| `").append(runbook.name()).append("` |");
      for (String ending : endings()) {
        Map<Boolean, List<RecordedHistory>> found =
            histories.stream()
                .filter(one -> one.runbook().filter(runbook.name()::equals).isPresent())
                .filter(one -> one.ending().equals(ending))
                .collect(groupingBy(RecordedHistory::isOfRealServers));
        text.append(cell(found)).append(" |");
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static String cell(Map<Boolean, List<RecordedHistory>> found) {
    int played = found.getOrDefault(true, List.of()).size();
    int simulated = found.getOrDefault(false, List.of()).size();
    String real = played == 0 ? "" : " " + played;
    return simulated == 0 ? real : real + " +" + simulated;
  }

  @ParameterizedTest
  @MethodSource("forms")
  void theHistoriesOfASettledFormStayAsTheyAre(Path form) throws IOException {
    SettledFolder folder = new SettledFolder(form);
    if (!folder.isSettled()) {
      assertThat(form).as("the form that may still change").isEqualTo(forms().getLast());
      return;
    }
    if (Boolean.getBoolean("narratives.rewrite")) {
      folder.addNewFiles();
    }
    folder.assertUnchanged();
  }

  static List<Path> forms() throws IOException {
    try (Stream<Path> forms = Files.list(RecordedHistory.FOLDER)) {
      return forms.filter(Files::isDirectory).sorted().toList();
    }
  }
}
