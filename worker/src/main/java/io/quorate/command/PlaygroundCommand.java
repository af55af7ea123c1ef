package io.quorate.command;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * {@code quorate playground} in the list of verbs. The playground is a program of its own, which
 * the product does not know: the launcher starts it when this verb is typed.
 */
@Command(
    name = "playground",
    description = "A real cluster on this machine: start it, break it, watch it heal.")
final class PlaygroundCommand implements Callable<Integer> {
  @Unmatched private final List<String> forThePlayground = new ArrayList<>();

  @Override
  public Integer call() {
    throw VerbFailure.wrongUsage(
        "the playground is no part of the product's own program; in a checkout type: ./quorate"
            + " playground "
            + String.join(" ", forThePlayground));
  }
}
