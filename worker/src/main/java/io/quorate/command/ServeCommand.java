package io.quorate.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code quorate serve}. */
@Command(name = "serve", description = "Worker and gateway in one process.")
final class ServeCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  ServeCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    return quorate.parts().serve(quorate.configuration(), Roles.WORKER_AND_GATEWAY);
  }
}
