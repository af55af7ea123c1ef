package io.quorate.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Completion script for fish, with one {@code complete} for each verb, option and list of values.
 * picocli has no script for fish.
 */
final class FishCompletion {
  private final String name;
  private final List<String> lines = new ArrayList<>();

  private FishCompletion(String name) {
    this.name = name;
  }

  static String of(CommandSpec root) {
    FishCompletion script = new FishCompletion(root.name());
    script.lines.add("# fish completion for " + root.name());
    script.add("-f");
    root.options().stream()
        .filter(option -> !option.hidden())
        .forEach(option -> script.add(script.words(option)));
    root.subcommands().values().stream()
        .distinct()
        .map(verb -> verb.getCommandSpec())
        .filter(verb -> !verb.usageMessage().hidden())
        .forEach(verb -> script.verb(root, verb));
    return String.join("\n", script.lines) + "\n";
  }

  private void verb(CommandSpec root, CommandSpec verb) {
    add(
        "-n __fish_use_subcommand -a "
            + verb.name()
            + described(verb.usageMessage().description()));
    String within = "-n '__fish_seen_subcommand_from " + verb.name() + "' ";
    for (PositionalParamSpec parameter : verb.positionalParameters()) {
      String values = values(parameter);
      if (!values.isEmpty()) {
        add(within + "-a '" + values + "'" + described(parameter.description()));
      }
    }
    verb.options().stream()
        .filter(option -> !option.hidden() && !isKnown(root, option))
        .forEach(option -> add(within + words(option)));
  }

  private static boolean isKnown(CommandSpec root, OptionSpec option) {
    return root.findOption(option.longestName()) != null;
  }

  private String words(OptionSpec option) {
    StringBuilder words = new StringBuilder();
    for (String typed : option.names()) {
      words.append(
          typed.startsWith("--") ? "-l " + typed.substring(2) : "-s " + typed.substring(1));
      words.append(' ');
    }
    if (option.arity().max() > 0) {
      String values = values(option);
      boolean file = option.type() == Path.class;
      words.append(file ? "-r -F" : values.isEmpty() ? "-x" : "-x -a '" + values + "'");
    }
    return words.toString().strip() + described(option.description());
  }

  private static String values(ArgSpec argument) {
    Iterable<String> candidates = argument.completionCandidates();
    return candidates == null
        ? ""
        : StreamSupport.stream(candidates.spliterator(), false).collect(Collectors.joining(" "));
  }

  private static String described(String... description) {
    String words = String.join(" ", description);
    return words.isEmpty() ? "" : " -d '" + words.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  private void add(String words) {
    lines.add("complete -c " + name + " " + words);
  }
}
