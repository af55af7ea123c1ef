package io.quorate.command;

import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code quorate completion}. */
@Command(
    name = "completion",
    description = "Print the completion script of a shell.",
    footerHeading = "%nTo complete what is typed, from now on:%n",
    footer = {
      "  bash   quorate completion bash >~/.local/share/bash-completion/completions/quorate",
      "         (needs the package bash-completion; without it, a line in ~/.bashrc:"
          + " source <(quorate completion bash))",
      "  zsh    echo 'source <(quorate completion zsh)' >>~/.zshrc",
      "  fish   quorate completion fish >~/.config/fish/completions/quorate.fish"
    })
final class CompletionCommand implements Callable<Integer> {
  /** Shells that have a completion script. */
  private enum Shell {
    BASH,
    ZSH,
    FISH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final QuorateCommand quorate;
  private final Supplier<CommandLine> line;

  @Parameters(paramLabel = "bash|zsh|fish", description = "The shell.")
  private Shell shell = Shell.BASH;

  /**
   * Creates the verb.
   *
   * @param line the command line with all verbs, also those that were not typed
   */
  CompletionCommand(QuorateCommand quorate, Supplier<CommandLine> line) {
    this.quorate = quorate;
    this.line = line;
  }

  /**
   * Prints the script; bash and zsh share one, because zsh can load completion functions of bash.
   */
  @Override
  public Integer call() {
    CommandLine root = line.get();
    String script =
        switch (shell) {
          case BASH, ZSH -> AutoComplete.bash(root.getCommandName(), root);
          case FISH -> FishCompletion.of(root.getCommandSpec());
        };
    quorate.terminal().out().print(script);
    quorate.terminal().out().flush();
    return ExitCode.DONE;
  }
}
