package io.quorate.command;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code quorate pause}, {@code continue}, {@code abort}, {@code retry}, {@code take} and {@code
 * ask-again}.
 */
final class RequestCommand implements Callable<Integer> {
  private final QuorateCommand quorate;
  private final String verb;

  @Parameters(paramLabel = "OPERATION", description = "Its id, or the key of its cluster.")
  private String operation = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why.")
  private @Nullable String reason;

  private RequestCommand(QuorateCommand quorate, String verb) {
    this.quorate = quorate;
    this.verb = verb;
  }

  /** The verb as picocli knows it. */
  static CommandLine of(QuorateCommand quorate, String verb, String description) {
    CommandLine line = new CommandLine(new RequestCommand(quorate, verb));
    line.getCommandSpec().name(verb).usageMessage().description(description);
    return line;
  }

  @Override
  public Integer call() {
    return new OperationRequests(quorate, operation).ask(verb, Optional.ofNullable(reason));
  }
}
