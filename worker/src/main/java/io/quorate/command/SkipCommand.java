package io.quorate.command;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate skip}. */
@Command(
    name = "skip",
    description =
        "Have a parked operation go on without its step. Only saving or making a snapshot may be"
            + " skipped, and the start of a member with its data where the record vouches for the"
            + " others. For approvers.")
final class SkipCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  @Parameters(paramLabel = "OPERATION", description = "Its id, or the key of its cluster.")
  private String operation = "";

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      required = true,
      description = "Why it may be missing; whoever approves reads it.")
  private String reason = "";

  SkipCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    if (reason.isBlank()) {
      throw VerbFailure.wrongUsage(
          "a step is skipped only with a reason; say it with --reason TEXT");
    }
    return new OperationRequests(quorate, operation).ask("skip", Optional.of(reason));
  }
}
