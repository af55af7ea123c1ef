package io.quorate.command;

import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
  /** A shell that can be told what may be typed. */
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

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "bash|zsh|fish", description = "The shell.")
  private Shell shell = Shell.BASH;

  CompletionCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  /** One script for bash and zsh, which has functions of bash's own for it. */
  @Override
  public Integer call() {
    CommandLine root = Objects.requireNonNull(spec).root().commandLine();
    String script =
        switch (shell) {
          case BASH, ZSH -> AutoComplete.bash(root.getCommandName(), root);
          case FISH -> FishCompletion.of(root.getCommandSpec());
        };
    quorate.surface().out().print(script);
    quorate.surface().out().flush();
    return ExitCode.DONE;
  }
}
