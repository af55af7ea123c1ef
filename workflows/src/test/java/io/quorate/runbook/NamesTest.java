package io.quorate.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.step.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Names that are in histories and in what people script against. */
class NamesTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden/step-names.txt");
  private static final Path DIAGNOSES = Path.of("src/test/resources/golden/diagnosis-names.txt");

  /** The file only grows: a name that was released is never taken back, nor used anew. */
  @Test
  void everyStepHasTheNameItWasReleasedWith() throws IOException {
    List<String> released = Files.readAllLines(GOLDEN);
    assertThat(Step.kinds().stream().map(kind -> kind.getSimpleName() + " " + Step.nameOf(kind)))
        .containsExactlyInAnyOrderElementsOf(released);
  }

  /** Recorded histories, public JSON and scripts hold these names. */
  @Test
  void everyDiagnosisHasTheNameItWasReleasedWith() throws IOException {
    assertThat(Stream.of(DiagnosisCode.values()).map(code -> code + " " + code.words()))
        .containsExactlyElementsOf(Files.readAllLines(DIAGNOSES));
  }

  @Test
  void runbooksAreFoundByTheNamesTheyWereReleasedWith() {
    assertThat(Runbooks.all().stream().map(Runbook::name))
        .containsExactly(
            "minority-replace",
            "member-restart",
            "rolling-restart",
            "defragment",
            "scale",
            "adopt",
            "planned-migration",
            "clear-nospace",
            "repair-corrupt-member",
            "rolling-upgrade",
            "rolling-downgrade",
            "majority-recovery",
            "undo",
            "backup",
            "restore-drill",
            "rehearsal");
    assertThat(Runbooks.all()).allMatch(one -> Runbooks.named(one.name()).orElseThrow() == one);
  }
}
