package io.quorate.command;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate approve}. */
@Command(name = "approve", description = "Say yes to the plan of an operation.")
final class ApproveCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  @Parameters(
      paramLabel = "OPERATION",
      description =
          "Its id, as show prints it; or the key of its cluster, where no earlier operation of the"
              + " cluster had an equal plan.")
  private String operation = "";

  @Option(
      names = "--digest",
      paramLabel = "DIGEST",
      required = true,
      description = "Of the plan, as it was read: 8 or more characters.")
  private String digest = "";

  @Option(names = "--comment", paramLabel = "TEXT", description = "What to remember of it.")
  private @Nullable String comment;

  @Option(
      names = "--confirm",
      paramLabel = "CLUSTER",
      description =
          "The name of the cluster, where the question wants it typed; asked for at a terminal.")
  private @Nullable String confirm;

  @Option(
      names = "--question",
      paramLabel = "NUMBER",
      description =
          "Of the question, as show prints it; needed where the operation asked about an equal plan"
              + " before.")
  private @Nullable String question;

  ApproveCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    return new OperationRequests(quorate, operation)
        .approve(
            digest,
            Optional.ofNullable(question),
            Optional.ofNullable(comment),
            Optional.ofNullable(confirm));
  }
}
