package io.quorate.command;

import io.quorate.cluster.NearNames;
import io.quorate.configuration.InvalidConfiguration;
import io.quorate.operation.Request;
import io.quorate.port.Failure;
import io.quorate.runbook.WrongUsageException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line as a whole: all verbs, and one place where every ending becomes an exit code.
 */
public final class Quorate {
  private final QuorateCommand root;
  private final Function<GlobalOptions, Callable<Integer>> playground;

  /** Creates the command line with the product's own verbs; {@code playground} is only listed. */
  public Quorate(Terminal terminal, Wiring wiring) {
    this(terminal, wiring, root -> new PlaygroundCommand());
  }

  /**
   * Creates the command line with the product's verbs and the playground.
   *
   * @param playground makes picocli's command of this name
   */
  public Quorate(
      Terminal terminal, Wiring wiring, Function<GlobalOptions, Callable<Integer>> playground) {
    this.root = new QuorateCommand(terminal, wiring);
    this.playground = playground;
  }

  /** Runs one verb; returns the exit code. */
  public int run(String... arguments) {
    int exitCode = arguments.length == 0 ? nothing() : lineFor(arguments).execute(arguments);
    root.terminal().out().flush();
    root.terminal().err().flush();
    return exitCode;
  }

  /** The verbs and options as picocli knows them. */
  public CommandLine line() {
    return line(verb -> true);
  }

  /**
   * Returns the command line with only the verbs that were typed, where that is enough: picocli
   * reads annotations by reflection, which for all verbs takes as long as a look at a cluster. A
   * word that is no verb, or a request for help, needs all verbs.
   */
  private CommandLine lineFor(String... arguments) {
    List<String> words = List.of(arguments);
    CommandLine named = line(words::contains);
    return isEnough(named, arguments) ? named : line();
  }

  private static boolean isEnough(CommandLine line, String... arguments) {
    try {
      ParseResult parsed = line.parseArgs(arguments);
      return parsed.hasSubcommand() && !parsed.isUsageHelpRequested();
    } catch (ParameterException wrong) {
      return false;
    }
  }

  private CommandLine line(Predicate<String> wanted) {
    CommandLine line = new CommandLine(root);
    verbs().entrySet().stream()
        .filter(verb -> wanted.test(verb.getKey()))
        .forEach(verb -> line.addSubcommand(verb.getKey(), verb.getValue().get()));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpWidth(100);
    line.setUsageHelpAutoWidth(false);
    line.setOut(root.terminal().out());
    line.setErr(root.terminal().err());
    line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    line.setParameterExceptionHandler((wrong, typed) -> wrongUsage(wrong));
    line.setExecutionStrategy(parsed -> new CommandLine.RunLast().execute(formed(parsed)));
    line.setExecutionExceptionHandler((thrown, of, parsed) -> ended(thrown));
    return line;
  }

  /** Refuses a form of the answer that the verb does not have. */
  private ParseResult formed(ParseResult parsed) {
    CommandSpec verb =
        parsed.hasSubcommand() ? parsed.subcommand().commandSpec() : parsed.commandSpec();
    if (root.output() == Output.MARKDOWN && !(verb.userObject() instanceof ReportCommand)) {
      throw new ParameterException(
          verb.commandLine(), "-o markdown is for quorate report alone; write text or json");
    }
    return parsed;
  }

  /** Every verb by its name, in the order of the help. */
  private Map<String, Supplier<Object>> verbs() {
    Map<String, Supplier<Object>> verbs = new LinkedHashMap<>();
    verbs.put("playground", () -> playground.apply(root));
    servers(verbs, "serve", Roles.WORKER_AND_GATEWAY, "Worker and gateway in one process.");
    servers(verbs, "worker", Roles.WORKER, "The worker alone: looks, carries out, waits.");
    servers(verbs, "gateway", Roles.GATEWAY, "The gateway alone: alerts in, page, API, Slack.");
    verbs.put("init", () -> new InitCommand(root));
    verbs.put("check", () -> new CheckCommand(root));
    verbs.put("pdb", () -> new PdbCommand(root));
    verbs.put("clusters", () -> new ClustersCommand(root));
    verbs.put("status", () -> new StatusCommand(root));
    verbs.put("plan", () -> RunbookOptions.offer(new PlanCommand(root)));
    verbs.put("start", () -> RunbookOptions.offer(new StartCommand(root)));
    verbs.put("what-if", () -> new WhatIfCommand(root));
    verbs.put("rehearse", () -> new RehearseCommand(root));
    verbs.put("waiting", () -> new WaitingCommand(root));
    verbs.put("watch", () -> new WatchCommand(root));
    verbs.put("silence", () -> new SilenceCommand(root));
    verbs.put("operations", () -> new OperationsCommand(root));
    verbs.put("show", () -> new ShowCommand(root));
    verbs.put("approve", () -> new ApproveCommand(root));
    verbs.put("reject", () -> new RejectCommand(root));
    request(
        verbs,
        Request.Verb.PAUSE,
        "Hold an operation before its next step. For approvers, and until its first change for who"
            + " asked.");
    request(verbs, Request.Verb.CONTINUE, "Let a paused operation go on. For approvers.");
    request(
        verbs,
        Request.Verb.ABORT,
        "End an operation at a safe point. For approvers, and until its first change for who"
            + " asked.");
    request(
        verbs, Request.Verb.RETRY, "Have a parked operation try its step again. For approvers.");
    verbs.put("skip", () -> new SkipCommand(root));
    verbs.put(
        "take",
        () ->
            RequestCommand.of(
                root,
                "take",
                "Say that you are on it: reminders stop for 30 minutes. It permits nothing. For"
                    + " approvers."));
    verbs.put(
        "ask-again",
        () ->
            RequestCommand.of(
                root,
                "ask-again",
                "Have the open incident of a cluster ask again, in its own name, for what mends it."
                    + " Nothing is changed before a yes. For approvers."));
    verbs.put("undo", () -> new UndoCommand(root));
    verbs.put("timeline", () -> new TimelineCommand(root));
    verbs.put("incidents", () -> new IncidentsCommand(root));
    verbs.put("report", () -> new ReportCommand(root));
    verbs.put("snapshots", () -> new SnapshotsCommand(root));
    verbs.put("record", () -> new RecordCommand(root));
    verbs.put("token", () -> new TokenCommand(root));
    verbs.put("runbooks", () -> new RunbooksCommand(root));
    verbs.put("completion", () -> new CompletionCommand(root, this::line));
    return verbs;
  }

  private void servers(
      Map<String, Supplier<Object>> verbs, String name, Roles roles, String description) {
    verbs.put(name, () -> ServersCommand.of(root, name, roles, description));
  }

  private void request(Map<String, Supplier<Object>> verbs, Request.Verb verb, String description) {
    verbs.put(verb.words(), () -> RequestCommand.of(root, verb.words(), description));
  }

  private int nothing() {
    line().usage(root.terminal().err());
    return ExitCode.WRONG_USAGE;
  }

  private int wrongUsage(ParameterException wrong) {
    CommandLine verb = wrong.getCommandLine();
    root.terminal().err().println(Paint.printable("quorate: " + sentence(wrong, verb)));
    root.terminal().err().println("Try: " + verb.getCommandSpec().qualifiedName() + " --help");
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
    List<String> known = RunbookOptions.fitting(verb.getCommandSpec());
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
    if (root.terminal().debug()) {
      thrown.printStackTrace(root.terminal().err());
    }
    return switch (thrown) {
      case InvalidConfiguration wrong -> told(ExitCode.WRONG_USAGE, wrong.getMessage());
      case WrongUsageException wrong -> told(ExitCode.WRONG_USAGE, "quorate: " + wrong.sentence());
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
    root.terminal().err().println(Paint.printable(String.valueOf(sentence)));
    return exitCode;
  }
}
