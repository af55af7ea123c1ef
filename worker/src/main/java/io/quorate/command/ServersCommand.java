package io.quorate.command;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code quorate serve}, {@code worker} and {@code gateway}. */
@Command
final class ServersCommand implements Callable<Integer> {
  private final QuorateCommand quorate;
  private final Roles roles;

  private ServersCommand(QuorateCommand quorate, Roles roles) {
    this.quorate = quorate;
    this.roles = roles;
  }

  /** The verb as picocli knows it. */
  static CommandLine of(QuorateCommand quorate, String name, Roles roles, String description) {
    CommandLine line = new CommandLine(new ServersCommand(quorate, roles));
    line.getCommandSpec().name(name).usageMessage().description(description);
    return line;
  }

  @Override
  public Integer call() {
    return quorate.wiring().serve(quorate.configuration(), roles);
  }
}
