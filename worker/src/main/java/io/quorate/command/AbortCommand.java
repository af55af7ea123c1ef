package io.quorate.command;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate abort}. */
@Command(name = "abort", description = "End an operation at a safe point.")
final class AbortCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  @Parameters(paramLabel = "OPERATION", description = "Its id, or the key of its cluster.")
  private String operation = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why.")
  private @Nullable String reason;

  AbortCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    return new OperationRequests(quorate, operation).ask("abort", Optional.ofNullable(reason));
  }
}
