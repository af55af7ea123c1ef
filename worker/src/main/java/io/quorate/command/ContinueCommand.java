package io.quorate.command;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate continue}. */
@Command(name = "continue", description = "Let a paused operation go on.")
final class ContinueCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  @Parameters(paramLabel = "OPERATION", description = "Its id, or the key of its cluster.")
  private String operation = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why.")
  private @Nullable String reason;

  ContinueCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    return new OperationRequests(quorate, operation).ask("continue", Optional.ofNullable(reason));
  }
}
