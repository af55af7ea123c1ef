package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.port.Failure;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The budget that is piped into kubectl. */
class PdbVerbTest {
  @TempDir Path directory;
  private Desk desk;

  @BeforeEach
  void sitDown() {
    desk = new Desk(directory);
  }

  @Test
  void theManifestIsTheWholeAnswer() {
    assertThat(desk.type("pdb", "payments")).isZero();
    assertThat(desk.out()).isEqualTo("kind: PodDisruptionBudget\n");

    assertThat(desk.type("pdb", "payments", "-o", "json")).isZero();
    assertThat(desk.out())
        .isEqualTo("{\"cluster\":\"payments\",\"manifest\":\"kind: PodDisruptionBudget\\n\"}\n");
  }

  @Test
  void nothingIsPrintedWhereNoBudgetWouldDoAnyGood() {
    desk.budget =
        () -> {
          throw new Failure.Refused("quorum survives the loss of no member of 1");
        };

    assertThat(desk.type("pdb", "payments")).isEqualTo(ExitCode.REFUSED);
    assertThat(desk.out()).isEmpty();
    assertThat(desk.err()).contains("quorum survives the loss of no member of 1");
  }
}
