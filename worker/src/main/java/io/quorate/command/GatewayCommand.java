package io.quorate.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code quorate gateway}. */
@Command(name = "gateway", description = "The gateway alone: alerts in, page, API, Slack.")
final class GatewayCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  GatewayCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    return quorate.parts().serve(quorate.configuration(), Roles.GATEWAY);
  }
}
