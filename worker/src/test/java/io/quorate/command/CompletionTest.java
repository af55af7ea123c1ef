package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.runbook.Runbook;
import io.quorate.runbook.Runbooks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What shells offer after a verb was begun; bash is asked, fish is read. */
class CompletionTest {
  @TempDir Path directory;
  private Desk desk;

  @BeforeEach
  void sitDown() {
    desk = new Desk(directory);
  }

  @Test
  void bashOffersVerbsOptionsValuesAndRunbooks() throws IOException, InterruptedException {
    assertThat(desk.type("completion", "bash")).isZero();
    String script = desk.out();

    assertThat(offered(script, "quorate", "sta")).containsExactlyInAnyOrder("start", "status");
    assertThat(offered(script, "quorate", "status", "--wat")).containsExactly("--watch");
    assertThat(offered(script, "quorate", "show", "--output", "")).contains("text", "json");
    assertThat(offered(script, "quorate", "plan", "minority-")).containsExactly("minority-replace");
    assertThat(offered(script, "quorate", "completion", "")).contains("bash", "fish", "zsh");
    assertThat(desk.type("completion", "zsh")).isZero();
    assertThat(desk.out()).isEqualTo(script).contains("bashcompinit");
  }

  @Test
  void fishIsToldEveryVerbWithItsSentenceAndEveryOptionOnce() {
    assertThat(desk.type("completion", "fish")).isZero();

    List<String> lines = desk.out().lines().toList();
    desk.line()
        .getSubcommands()
        .keySet()
        .forEach(
            verb ->
                assertThat(lines)
                    .filteredOn(line -> line.contains("__fish_use_subcommand -a " + verb + " "))
                    .hasSize(1)
                    .allMatch(line -> line.contains(" -d '")));
    assertThat(lines)
        .contains(
            "complete -c quorate -f",
            "complete -c quorate -s o -l output -x -a 'text json markdown' -d 'How to answer"
                + " (default: text).'")
        .anyMatch(line -> line.startsWith("complete -c quorate -l config -r -F -d "));
    assertThat(lines)
        .filteredOn(line -> line.contains("seen_subcommand_from plan'"))
        .anyMatch(line -> line.contains(String.join(" ", names())))
        .anyMatch(line -> line.contains("-l keep-revisions -x"))
        .noneMatch(line -> line.contains("-l output"));
    assertThat(lines.subList(1, lines.size())).allMatch(line -> unquoted(line).matches("[-\\w ]+"));
  }

  @Test
  void anotherShellIsWrongUsageWithThoseThatThereAre() {
    assertThat(desk.type("completion", "tcsh")).isEqualTo(2);
    assertThat(desk.err()).containsIgnoringCase("bash, zsh, fish");
  }

  /** A quote within quotes is written {@code \'}. */
  private static String unquoted(String line) {
    return line.replaceAll("'(?:[^'\\\\]|\\\\.)*'", "");
  }

  private static List<String> names() {
    return Runbooks.all().stream().<String>map(Runbook::name).toList();
  }

  /** What bash offers when Tab is pressed behind these words. */
  private List<String> offered(String script, String... words)
      throws IOException, InterruptedException {
    StringBuilder asked = new StringBuilder("compopt() { :; }\n" + script);
    asked.append("\nCOMP_WORDS=(");
    for (String word : words) {
      asked.append('"').append(word).append("\" ");
    }
    asked.append(")\nCOMP_CWORD=").append(words.length - 1);
    asked.append("\n_complete_quorate\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
    Path file = Files.writeString(directory.resolve("asked.bash"), asked);
    Process bash =
        new ProcessBuilder("bash", "--norc", file.toString()).redirectErrorStream(true).start();
    String printed = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return printed.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }
}
