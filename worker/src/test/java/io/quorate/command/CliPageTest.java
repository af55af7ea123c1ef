package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.docs.GeneratedPage;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.Runbooks;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * {@code docs/reference/cli.md} lists the verbs and options that picocli knows. Those of the
 * playground are written by hand, and compared where its command is.
 */
class CliPageTest {
  private static final GeneratedPage PAGE = new GeneratedPage("reference/cli.md");

  @TempDir Path directory;

  @Test
  void thePageHasEveryVerbAndEveryOption() throws IOException {
    CommandSpec quorate = new Desk(directory).line().getCommandSpec();
    StringBuilder page = new StringBuilder("\n## Options of every verb\n\n");
    page.append(table(rows(quorate, Set.of())));
    quorate.subcommands().values().stream()
        .filter(verb -> !verb.getCommandName().equals("playground"))
        .forEach(verb -> append(page, verb, names(quorate)));
    page.append("\n## Options of the runbooks\n\n`plan` and `start` take those of the runbook.\n");
    Runbooks.all().forEach(runbook -> append(page, runbook));
    PAGE.shows(page.append('\n').toString());
  }

  @Test
  void thePageExplainsEveryExitCode() throws IOException, IllegalAccessException {
    String written = PAGE.written();
    for (Field code : ExitCode.class.getDeclaredFields()) {
      if (code.getType() == int.class) {
        assertThat(written).contains("\n| " + code.getInt(null) + " | ");
      }
    }
  }

  private static void append(StringBuilder page, CommandLine command, Set<String> global) {
    CommandSpec verb = command.getCommandSpec();
    page.append("\n## ").append(verb.qualifiedName()).append("\n\n");
    page.append(String.join("\n", verb.usageMessage().description())).append("\n\n```\n");
    page.append(synopsis(verb)).append("\n```\n");
    List<String> rows = rows(verb, global);
    if (!rows.isEmpty()) {
      page.append("\n").append(table(rows));
    }
    verb.subcommands().values().forEach(sub -> append(page, sub, global));
  }

  private static String synopsis(CommandSpec verb) {
    StringBuilder synopsis = new StringBuilder(verb.qualifiedName());
    synopsis.append(verb.subcommands().isEmpty() ? "" : " VERB");
    verb.positionalParameters().forEach(one -> synopsis.append(' ').append(typed(one)));
    return synopsis.append(" [OPTIONS]").toString();
  }

  private static String typed(PositionalParamSpec parameter) {
    String label = parameter.paramLabel();
    return parameter.required() ? label : "[" + label + "]";
  }

  /** Rows of a verb's parameters and options, without those whose names are taken already. */
  private static List<String> rows(CommandSpec verb, Set<String> taken) {
    Set<String> ofRunbooks =
        Runbooks.all().stream()
            .filter(any -> Set.of("plan", "start").contains(verb.name()))
            .flatMap(runbook -> runbook.options().stream())
            .map(option -> "--" + option.name())
            .collect(Collectors.toSet());
    List<String> rows = new ArrayList<>();
    for (PositionalParamSpec parameter : verb.positionalParameters()) {
      rows.add(row("`" + parameter.paramLabel().replace("|", "\\|") + "`", parameter));
    }
    for (OptionSpec option : verb.options()) {
      String name = option.longestName();
      if (!option.hidden() && !taken.contains(name) && !ofRunbooks.contains(name)) {
        rows.add(row(names(option), option));
      }
    }
    return rows;
  }

  private static String names(OptionSpec option) {
    String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
    return List.of(option.names()).stream()
        .map(name -> "`" + name + value.replace("|", "\\|") + "`")
        .collect(Collectors.joining(", "));
  }

  private static String row(String name, ArgSpec argument) {
    return name + " | " + String.join(" ", argument.description()).replace("|", "\\|");
  }

  private static void append(StringBuilder page, Runbook<?> runbook) {
    page.append("\n### ").append(runbook.name()).append("\n\n");
    page.append(runbook.sentence()).append("\n");
    List<String> rows =
        runbook.options().stream()
            .map(
                one ->
                    "`" + ("--" + one.name() + " " + one.value()).strip() + "` | " + one.sentence())
            .toList();
    if (!rows.isEmpty()) {
      page.append("\n").append(table(rows));
    }
  }

  private static String table(List<String> rows) {
    return "| | |\n|---|---|\n"
        + rows.stream().map(row -> "| " + row + " |\n").collect(Collectors.joining());
  }

  private static Set<String> names(CommandSpec quorate) {
    return quorate.options().stream().map(OptionSpec::longestName).collect(Collectors.toSet());
  }
}
