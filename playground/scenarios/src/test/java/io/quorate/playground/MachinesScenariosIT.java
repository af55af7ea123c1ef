package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.Tools;
import io.quorate.playground.machines.MachinesScenario;
import io.quorate.playground.machines.MachinesScenarios;
import io.quorate.playground.machines.MachinesStage;
import io.quorate.playground.operated.Consent;
import io.quorate.playground.telling.Narrator;
import io.quorate.playground.telling.Verdict;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The scenarios of {@code quorate playground SCENARIO --machines}. The whole matrix plays one after
 * the other on the same machines, another run plays one of them.
 */
@Order(Turn.FIRST)
@InTurn({2, 4, 6, 8, 10, 12})
class MachinesScenariosIT {
  @TempDir private Path folder;

  @Test
  void whateverHappensToAMachineTheClusterIsWholeInTheEndAndNothingIsLost() throws Exception {
    MachinesStage.whyNotHere().ifPresent(MachinesScenariosIT::skip);
    Tools tools = Tools.ofThisMachine(System.getenv(), System.err::println);
    var cast =
        new MachinesStage.Cast(
            List.of(tools.find(Tool.etcd("3.5")), tools.find(Tool.etcd("3.6"))),
            tools.find(Tool.temporal()));
    var narrator = new Narrator(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    try (MachinesStage stage = MachinesStage.open(folder, narrator, cast)) {
      for (MachinesScenario scenario : scenarios()) {
        Verdict verdict = stage.play(scenario, Consent.GIVEN);

        assertThat(verdict.differences()).as(scenario.name()).isEmpty();
        assertThat(verdict.writes().acknowledged()).as(scenario.name()).isGreaterThan(50);
      }
    }
  }

  private static List<MachinesScenario> scenarios() {
    List<MachinesScenario> all = MachinesScenarios.OFFER.all();
    return FaultMatrix.isWhole() ? all : List.of(FaultMatrix.drawn(all));
  }

  private static void skip(String why) {
    System.err.println("skipped: MachinesScenariosIT: " + why);
    Assumptions.abort(why);
  }
}
