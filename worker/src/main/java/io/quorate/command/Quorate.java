package io.quorate.command;

import io.quorate.configuration.InvalidConfiguration;
import io.quorate.configuration.NearNames;
import io.quorate.port.Failure;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line as a whole: all verbs, and one place where every ending becomes an exit code.
 */
public final class Quorate {
  private final QuorateCommand root;
  private final CommandLine line;

  /** The product's own verbs; of the playground only its name. */
  public Quorate(Surface surface, Parts parts) {
    this(surface, parts, root -> new PlaygroundCommand());
  }

  /**
   * The product's own verbs and the playground.
   *
   * @param playground makes picocli's command of this name
   */
  public Quorate(
      Surface surface, Parts parts, Function<GlobalOptions, Callable<Integer>> playground) {
    root = new QuorateCommand(surface, parts);
    line = new CommandLine(root);
    line.addSubcommand(playground.apply(root));
    verbs().forEach(line::addSubcommand);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpWidth(100);
    line.setUsageHelpAutoWidth(false);
    line.setOut(surface.out());
    line.setErr(surface.err());
    line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    line.setParameterExceptionHandler((wrong, arguments) -> wrongUsage(wrong));
    line.setExecutionExceptionHandler((thrown, of, parsed) -> ended(thrown));
  }

  /** Runs one verb; the exit code. */
  public int run(String... arguments) {
    int exitCode = arguments.length == 0 ? nothing() : line.execute(arguments);
    root.surface().out().flush();
    root.surface().err().flush();
    return exitCode;
  }

  /** The verbs and options as picocli knows them. */
  public CommandLine line() {
    return line;
  }

  private List<Object> verbs() {
    return List.of(
        new ServeCommand(root),
        new WorkerCommand(root),
        new GatewayCommand(root),
        new CheckCommand(root),
        new ClustersCommand(root),
        new StatusCommand(root),
        RunbookOptions.offer(new PlanCommand(root)),
        RunbookOptions.offer(new StartCommand(root)),
        new OperationsCommand(root),
        new ShowCommand(root),
        new ApproveCommand(root),
        new RejectCommand(root),
        new PauseCommand(root),
        new ContinueCommand(root),
        new AbortCommand(root),
        new RetryCommand(root),
        new SkipCommand(root),
        new TimelineCommand(root),
        new SnapshotsCommand(root),
        new RunbooksCommand(root),
        new CompletionCommand(root));
  }

  private int nothing() {
    line.usage(root.surface().err());
    return ExitCode.WRONG_USAGE;
  }

  private int wrongUsage(ParameterException wrong) {
    CommandLine verb = wrong.getCommandLine();
    root.surface().err().println("quorate: " + sentence(wrong, verb));
    root.surface().err().println("Try: " + verb.getCommandSpec().qualifiedName() + " --help");
    return ExitCode.WRONG_USAGE;
  }

  private static String sentence(ParameterException wrong, CommandLine verb) {
    if (wrong instanceof UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()) {
      String typed = unmatched.getUnmatched().get(0);
      return typed.startsWith("-") ? unknownOption(typed, verb) : unknownWord(typed, verb);
    }
    return String.valueOf(wrong.getMessage());
  }

  private static String unknownOption(String typed, CommandLine verb) {
    List<String> known =
        verb.getCommandSpec().options().stream().map(option -> option.longestName()).toList();
    String name = typed.contains("=") ? typed.substring(0, typed.indexOf('=')) : typed;
    return "there is no option " + name + NearNames.questionAndList(name, "Options", known);
  }

  private static String unknownWord(String typed, CommandLine verb) {
    if (verb.getSubcommands().isEmpty()) {
      return "one word too many: '" + typed + "'";
    }
    List<String> known = List.copyOf(verb.getSubcommands().keySet());
    return "there is no verb '" + typed + "'" + NearNames.questionAndList(typed, "Verbs", known);
  }

  private int ended(Exception thrown) {
    if (root.surface().debug()) {
      thrown.printStackTrace(root.surface().err());
    }
    return switch (thrown) {
      case InvalidConfiguration wrong -> told(ExitCode.WRONG_USAGE, wrong.getMessage());
      case VerbFailure ending -> told(ending.exitCode(), "quorate: " + ending.getMessage());
      case Failure.Fault fault -> told(ExitCode.FAULT, "quorate: " + fault.getMessage());
      case Failure failure -> told(ExitCode.UNREACHABLE, "quorate: " + failure.getMessage());
      default -> told(ExitCode.FAULT, fault(thrown));
    };
  }

  private static String fault(Exception thrown) {
    String message = thrown.getMessage() == null ? "" : ": " + thrown.getMessage();
    return "quorate: a fault of Quorate's own ("
        + thrown.getClass().getSimpleName()
        + message
        + "). The same command with QUORATE_DEBUG=1 prints where it happened.";
  }

  private int told(int exitCode, @Nullable String sentence) {
    root.surface().err().println(sentence);
    return exitCode;
  }
}
