package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import io.quorate.shell.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a host says is parsed at one door, and a host that lies is named. */
class FactsTest {
  private static final Path SCRIPTS = Path.of("src/main/resources/io/quorate");

  /** Where a script names the key of a fact. */
  private static final Pattern KEY =
      Pattern.compile(
          "(?:\\b(?:fact|line_facts|see_program|see_free)"
              + "|(?:^\\s*|[;|&{!] *|(?:if|else|then) )(?:say|here|listed|told)) ([a-z][a-z-]*)\\b"
              + "|\\b(?:echo|printf) [\"']?([a-z][a-z-]*)=",
          Pattern.MULTILINE);

  @Test
  void knowsEveryKeyThatAScriptPrints() throws IOException {
    var printed = new TreeSet<String>();
    try (Stream<Path> files = Files.walk(SCRIPTS)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".sh")).toList()) {
        Matcher keys = KEY.matcher(Files.readString(file).replaceAll("(?m)^\\s*#.*$", ""));
        while (keys.find()) {
          printed.add(keys.group(1) == null ? keys.group(2) : keys.group(1));
        }
      }
    }
    assertThat(printed).hasSizeGreaterThan(90).allMatch(Facts::isKnown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"zz=1", "no line of facts", "", "=x", "Data=present", " data=x", "?", "data"})
  void refusesALineThatNoScriptPrintsAndNamesTheHost(String line) {
    assertThatThrownBy(() -> Facts.of("10.0.0.7", "data=present\n" + line + "\nup=1\n"))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("10.0.0.7 answered with what the scripts of Quorate never print")
        .hasMessageContaining("line 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"data=a\rb", "data=\u001b[31m", "data=a\u0000", "data=\u007f"})
  void refusesAControlCharacterAndDoesNotShowTheValue(String line) {
    assertThatThrownBy(() -> Facts.of("10.0.0.7", line + "\n"))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("line 1 (data) has a control character")
        .hasMessageNotContaining(line.substring(5));
  }

  @Test
  void controlCharactersOfAHostBecomeReplacementMarks() {
    assertThat(Facts.of("h", "last=a\u0085b\u202ec\u2028d\n").first("last"))
        .hasValue("a\uFFFDb\uFFFDc\uFFFDd");
  }

  @Test
  void refusesANumberThatIsNone() {
    Facts facts = Facts.of("10.0.0.7", "data-bytes=a[$(touch /x)]\nlog-bytes=12\n");
    assertThat(facts.number("log-bytes")).hasValue(12L);
    assertThat(facts.number("up")).isEmpty();
    assertThatThrownBy(() -> facts.number("data-bytes"))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("10.0.0.7")
        .hasMessageNotContaining("touch");
  }

  @Test
  void neverShowsValuesInItsOwnWords() {
    assertThat(Facts.of("h", "environment-bytes=c2VjcmV0\n")).hasToString("1 facts of h");
    assertThat(new Shell.Ended(1, "environment-bytes=c2VjcmV0\n", "sh: \u001b[1mno\nmore"))
        .hasToString("exit 1 after 1 lines of output: sh: [1mno more");
    assertThatThrownBy(() -> Shell.Reply.NONE.to("environment-bytes=c2VjcmV0\n"))
        .hasMessageContaining("after 1 lines")
        .hasMessageNotContaining("c2VjcmV0");
  }

  /** Whatever bytes come: facts, or a refusal; never another exception. */
  @Property(tries = 500)
  void anyTextIsFactsOrARefusal(@ForAll String output, @ForAll("io") String key) {
    try {
      Facts.of("h", output + "\n" + key + "=" + output).number(key);
    } catch (Failure.Refused refused) {
      assertThat(refused).hasMessageStartingWith("h answered with");
    }
  }

  @Provide("io")
  Arbitrary<String> keys() {
    return Arbitraries.of(Facts.KEYS);
  }
}
