package io.quorate.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every runbook has a page for people, and the steps on it are those of a narrative, so that they
 * cannot drift: {@code mvn test -Dnarratives.rewrite=true} writes them anew.
 */
class RunbookPagesTest {
  private static final Path PAGES = Path.of("../docs/runbooks");
  private static final Path NARRATIVES = Path.of("src/test/narratives");
  private static final Pattern STEPS =
      Pattern.compile("<!-- steps: (?<file>\\S+) -->\n```\n(?<steps>.*?)```\n", Pattern.DOTALL);

  static List<Runbook<?>> runbooks() {
    return Runbooks.all();
  }

  @ParameterizedTest
  @MethodSource("runbooks")
  void everyRunbookPageHasTheFiveSectionsTheSentenceAndAllOptions(Runbook<?> runbook)
      throws IOException {
    String page = Files.readString(page(runbook));
    assertThat(page)
        .contains("## When", "## What it destroys", "## Steps", "## What can be undone")
        .contains("## If it parks")
        .contains(runbook.sentence());
    runbook.options().forEach(option -> assertThat(page).contains("--" + option.name()));
  }

  @ParameterizedTest
  @MethodSource("runbooks")
  void theStepsOnThePageAreThoseOfANarrative(Runbook<?> runbook) throws IOException {
    Path file = page(runbook);
    String page = Files.readString(file);
    if (Boolean.getBoolean("narratives.rewrite")) {
      page = STEPS.matcher(page).replaceAll(block -> Matcher.quoteReplacement(rewritten(block)));
      Files.writeString(file, page);
    }
    List<MatchResult> blocks = STEPS.matcher(page).results().toList();
    assertThat(blocks).isNotEmpty();
    for (MatchResult block : blocks) {
      assertThat(block.group(2)).isNotEmpty().isEqualTo(steps(block.group(1)));
    }
  }

  private static Path page(Runbook<?> runbook) {
    return PAGES.resolve(runbook.name() + ".md");
  }

  private static String rewritten(MatchResult block) {
    return "<!-- steps: " + block.group(1) + " -->\n```\n" + steps(block.group(1)) + "```\n";
  }

  /** The numbered lines of the first plan in a file of narratives. */
  private static String steps(String file) {
    try {
      return Files.readString(NARRATIVES.resolve(file))
          .lines()
          .dropWhile(line -> !line.startsWith(" 1  "))
          .takeWhile(line -> !line.isEmpty())
          .map(line -> line + "\n")
          .collect(Collectors.joining());
    } catch (IOException e) {
      throw new AssertionError("a page wants the steps of " + file, e);
    }
  }
}
