package io.quorate.command;

import io.quorate.configuration.ClusterSettings;
import io.quorate.runbook.GivenOptions;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.Runbooks;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
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
    return new GivenOptions(runbook, cluster.key(), cluster.listed()).checked(typed(parsed));
  }

  /** The options as they stand on the line. */
  static Map<String, List<String>> typed(ParseResult parsed) {
    Map<String, List<String>> given = new TreeMap<>();
    for (Runbook<?> any : Runbooks.all()) {
      for (Option option : any.options()) {
        if (parsed.hasMatchedOption("--" + option.name())) {
          given.put(option.name(), values(parsed, option));
        }
      }
    }
    return given;
  }

  /**
   * The options of a verb, each by its longest name. Where the line names a runbook, the options
   * that only other runbooks have are left out.
   */
  static List<String> fitting(CommandSpec verb) {
    Optional<Runbook<?>> named =
        verb.positionalParameters().stream()
            .<Object>map(PositionalParamSpec::getValue)
            .filter(String.class::isInstance)
            .findFirst()
            .flatMap(typed -> Runbooks.named((String) typed));
    Set<String> others =
        named.stream()
            .flatMap(own -> Runbooks.all().stream().flatMap(RunbookOptions::names))
            .collect(Collectors.toCollection(HashSet::new));
    named.stream().flatMap(RunbookOptions::names).forEach(others::remove);
    return verb.options().stream()
        .map(OptionSpec::longestName)
        .filter(name -> !others.contains(name))
        .toList();
  }

  private static Stream<String> names(Runbook<?> runbook) {
    return runbook.options().stream().map(option -> "--" + option.name());
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
