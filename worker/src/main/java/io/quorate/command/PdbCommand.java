package io.quorate.command;

import io.quorate.configuration.ClusterSettings;
import io.quorate.port.Failure;
import io.quorate.wire.BudgetJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code quorate pdb}. */
@Command(
    name = "pdb",
    description =
        "The PodDisruptionBudget that the members in Kubernetes should have, for kubectl apply -f"
            + " -. Changes nothing.")
final class PdbCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  @Parameters(paramLabel = "CLUSTER", description = "Its key in the configuration.")
  private String cluster = "";

  PdbCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    ClusterSettings settings = quorate.cluster(quorate.configuration(), cluster);
    try {
      String manifest = quorate.wiring().disruptionBudget(settings);
      quorate.answer(manifest, new BudgetJson(settings.key().value(), manifest));
      return ExitCode.DONE;
    } catch (Failure.Refused none) {
      throw VerbFailure.refused(String.valueOf(none.getMessage()));
    }
  }
}
