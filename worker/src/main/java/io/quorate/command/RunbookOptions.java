package io.quorate.command;

import io.quorate.configuration.ClusterSettings;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.Runbooks;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Options of the runbooks. {@code plan} and {@code start} accept those of all runbooks, so that
 * they may stand anywhere on the line; whether they fit the named runbook is checked afterwards.
 */
final class RunbookOptions {
  private RunbookOptions() {}

  /** The verb with the options of all runbooks. */
  static CommandLine offer(Object command) {
    CommandLine verb = new CommandLine(command);
    Map<String, Option> all = new LinkedHashMap<>();
    for (Runbook<?> runbook : Runbooks.all()) {
      runbook.options().forEach(option -> all.putIfAbsent(option.name(), option));
    }
    all.values().forEach(option -> verb.getCommandSpec().addOption(spec(option)));
    return verb;
  }

  /** The options given to this runbook for this cluster; those that do not fit are refused. */
  static Options given(ParseResult parsed, Runbook<?> runbook, ClusterSettings cluster) {
    Map<String, List<String>> given = new TreeMap<>();
    for (Runbook<?> any : Runbooks.all()) {
      for (Option option : any.options()) {
        if (parsed.hasMatchedOption("--" + option.name())) {
          given.put(option.name(), values(parsed, option));
        }
      }
    }
    return Options.checked(runbook, given, cluster.key(), cluster.members().keySet());
  }

  private static OptionSpec spec(Option option) {
    OptionSpec.Builder spec =
        OptionSpec.builder("--" + option.name()).description(option.sentence());
    return switch (option.kind()) {
      case FLAG -> spec.type(boolean.class).arity("0").build();
      case TEXT, MEMBERS ->
          spec.type(List.class)
              .auxiliaryTypes(String.class)
              .arity("1")
              .paramLabel(option.value())
              .build();
    };
  }

  private static List<String> values(ParseResult parsed, Option option) {
    return option.kind() == Option.Kind.FLAG
        ? List.of()
        : parsed.matchedOption("--" + option.name()).originalStringValues();
  }
}
