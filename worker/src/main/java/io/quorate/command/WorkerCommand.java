package io.quorate.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code quorate worker}. */
@Command(name = "worker", description = "The worker alone: looks, carries out, waits.")
final class WorkerCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  WorkerCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    return quorate.parts().serve(quorate.configuration(), Roles.WORKER);
  }
}
