package io.quorate.command;

import io.quorate.cluster.MemberName;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.NearNames;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.Runbooks;
import java.util.ArrayList;
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

  /** The options given to this runbook for this cluster. Wrong ones are wrong usage. */
  static Options given(ParseResult parsed, Runbook<?> runbook, ClusterSettings cluster) {
    Map<String, List<String>> given = new TreeMap<>();
    for (Runbook<?> any : Runbooks.all()) {
      for (Option option : any.options()) {
        if (parsed.hasMatchedOption("--" + option.name())) {
          requireKnown(option, runbook);
          given.put(option.name(), values(parsed, option, cluster));
        }
      }
    }
    Options options = new Options(given);
    try {
      Runbooks.title(runbook.name(), options);
    } catch (IllegalArgumentException wrong) {
      throw VerbFailure.wrongUsage(String.valueOf(wrong.getMessage()));
    }
    return options;
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

  private static void requireKnown(Option option, Runbook<?> runbook) {
    List<String> known = runbook.options().stream().map(one -> "--" + one.name()).toList();
    if (!known.contains("--" + option.name())) {
      throw VerbFailure.wrongUsage(
          runbook.name()
              + " has no option --"
              + option.name()
              + ". Its options: "
              + String.join(", ", known));
    }
  }

  private static List<String> values(ParseResult parsed, Option option, ClusterSettings cluster) {
    if (option.kind() == Option.Kind.FLAG) {
      return List.of();
    }
    List<String> typed = parsed.matchedOption("--" + option.name()).originalStringValues();
    if (option.kind() == Option.Kind.TEXT) {
      return List.copyOf(typed);
    }
    List<String> members = new ArrayList<>();
    for (String words : typed) {
      for (String word : words.split("[,\\s]+")) {
        members.add(member(word, cluster));
      }
    }
    return members;
  }

  private static String member(String typed, ClusterSettings cluster) {
    List<String> known = cluster.members().keySet().stream().map(MemberName::value).toList();
    return known.stream()
        .filter(typed::equals)
        .findFirst()
        .or(() -> known.stream().filter(typed::equalsIgnoreCase).findFirst())
        .orElseThrow(
            () ->
                VerbFailure.wrongUsage(
                    "there is no member '"
                        + typed
                        + "' of "
                        + cluster.key()
                        + NearNames.questionAndList(typed, "Members", known)));
  }
}
