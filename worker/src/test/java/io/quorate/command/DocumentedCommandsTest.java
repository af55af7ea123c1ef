package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.runbook.Runbook;
import io.quorate.runbook.Runbooks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Commands in the documents and in the sentences of plans and refusals use only existing verbs,
 * runbooks and options. Commands of {@code quorate playground} are not checked here, because this
 * module does not have them.
 */
class DocumentedCommandsTest {
  private static final Pattern COMMAND =
      Pattern.compile("(?m)(?:^|[`(\\s])quorate ((?!playground|quorate)[a-z][^`\\n]*)");

  /**
   * The end of a command in a text: an explanation or another command begins, or the sentence goes
   * on.
   */
  private static final Pattern END = Pattern.compile("\\s{2,}|\\s#|[;|)]|\\.\\s|, ");

  @TempDir Path directory;

  @Test
  void everyCommandIsOneThatTheCommandLineTakes() throws IOException {
    CommandSpec quorate = new Desk(directory).line().getCommandSpec();
    List<String> commands = new ArrayList<>();
    for (Path text : texts()) {
      COMMAND
          .matcher(Files.readString(text))
          .results()
          .map(found -> END.split(found.group(1))[0])
          .forEach(commands::add);
    }
    assertThat(commands).hasSizeGreaterThan(200);
    assertThat(commands.stream().distinct())
        .allSatisfy(command -> assertThat(unknown(quorate, command)).as(command).isEmpty());
  }

  /** Returns the words of the command that the command line does not know. */
  private static List<String> unknown(CommandSpec quorate, String command) {
    List<String> words = List.of(command.split("[\\s.]+(?=\\s|$)|\\s"));
    Set<String> options = names(quorate);
    CommandSpec verb = quorate;
    int next = 0;
    while (next < words.size() && verb.subcommands().containsKey(words.get(next))) {
      verb = verb.subcommands().get(words.get(next)).getCommandSpec();
      options.addAll(names(verb));
      next++;
    }
    if (next == 0) {
      return List.of(words.getFirst());
    }
    if (List.of("plan", "start").contains(verb.name()) && next < words.size()) {
      String name = words.get(next);
      if (name.matches("[a-z][a-z-]*")) {
        ofRunbooks(is(name).negate()).forEach(options::remove);
        ofRunbooks(is(name)).forEach(options::add);
        if (Runbooks.all().stream().noneMatch(is(name))) {
          return List.of(name);
        }
      }
    }
    return words.stream()
        .filter(word -> word.matches("--?[a-z][a-z-]*.*"))
        .map(word -> word.replaceAll("=.*", ""))
        .filter(Predicate.not(options::contains))
        .toList();
  }

  private static Predicate<Runbook<?>> is(String name) {
    return runbook -> runbook.name().equals(name);
  }

  private static Stream<String> ofRunbooks(Predicate<Runbook<?>> which) {
    return Runbooks.all().stream()
        .filter(which)
        .flatMap(one -> one.options().stream())
        .map(option -> "--" + option.name());
  }

  private static Set<String> names(CommandSpec verb) {
    Set<String> names = new HashSet<>();
    verb.options().forEach(option -> names.addAll(List.of(option.names())));
    return names;
  }

  private static List<Path> texts() throws IOException {
    try (Stream<Path> pages = Files.walk(Path.of("../docs"));
        Stream<Path> narratives = Files.walk(Path.of("../workflows/src/test/narratives"))) {
      return Stream.of(
              Stream.of(Path.of("../README.md")),
              pages.filter(page -> page.toString().endsWith(".md")),
              narratives.filter(Files::isRegularFile))
          .flatMap(paths -> paths)
          .toList();
    }
  }
}
