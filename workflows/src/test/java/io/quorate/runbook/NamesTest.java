package io.quorate.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.drawing.DrawnCluster;
import io.quorate.plan.Plan;
import io.quorate.step.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Names that are in histories and in what people script against, and the pages that explain. */
class NamesTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden/step-names.txt");
  private static final Path PAGES = Path.of("../docs/runbooks");
  private static final String BEGIN = "<!-- steps: written by NamesTest -->\n```\n";
  private static final String END = "```\n<!-- end of steps -->\n";

  /** The file only grows: a name that was released is never taken back, nor used anew. */
  @Test
  void everyStepHasTheNameItWasReleasedWith() throws IOException {
    List<String> released = Files.readAllLines(GOLDEN);
    assertThat(
            Arrays.stream(Step.class.getPermittedSubclasses())
                .map(kind -> kind.getSimpleName() + " " + Step.nameOf(kind.asSubclass(Step.class))))
        .containsExactlyInAnyOrderElementsOf(released);
  }

  @Test
  void runbooksAreFoundByTheNamesTheyWereReleasedWith() {
    assertThat(Runbooks.all().stream().map(Runbook::name)).containsExactly("minority-replace");
    assertThat(Runbooks.all()).allMatch(one -> Runbooks.named(one.name()).orElseThrow() == one);
  }

  static List<Runbook<?>> runbooks() {
    return Runbooks.all();
  }

  @ParameterizedTest
  @MethodSource("runbooks")
  void everyRunbookHasAPageThatSaysWhatItDestroysAndWhatToDo(Runbook<?> runbook)
      throws IOException {
    String page = Files.readString(PAGES.resolve(runbook.name() + ".md"));
    assertThat(page)
        .contains("## When", "## What it destroys", "## Steps", "## What can be undone")
        .contains("## If it parks")
        .contains(runbook.sentence());
    runbook.options().forEach(option -> assertThat(page).contains("--" + option.name()));
  }

  @Test
  void theStepsOnThePageAreThoseOfThePlan() throws IOException {
    Path file = PAGES.resolve("minority-replace.md");
    String page = Files.readString(file);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    String steps = steps();
    if (Boolean.getBoolean("narratives.rewrite")) {
      page = page.substring(0, begin) + steps + page.substring(end);
      Files.writeString(file, page);
      end = page.indexOf(END);
    }
    assertThat(page.substring(begin, end)).isEqualTo(steps);
  }

  /** The numbered lines of the plan for one lost voter of three. */
  private static String steps() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).gone();
    Plan plan =
        (Plan)
            new MinorityReplaceRunbook()
                .prescribe(drawn.view(), MinorityReplaceRequest.of(Options.NONE));
    return String.join("\n", plan.lines()) + "\n";
  }
}
