package io.quorate.command;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate reject}. */
@Command(name = "reject", description = "Say no to the plan of an operation.")
final class RejectCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  @Parameters(paramLabel = "OPERATION", description = "Its id, or the key of its cluster.")
  private String operation = "";

  @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why not.")
  private String reason = "";

  RejectCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    return new OperationRequests(quorate, operation).ask("reject", Optional.of(reason));
  }
}
