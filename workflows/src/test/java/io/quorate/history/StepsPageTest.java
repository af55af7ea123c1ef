package io.quorate.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.step.Budget;
import io.quorate.step.Hazard;
import io.quorate.step.Step;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.step.WorkflowStep.Soak;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/steps.md} lists every step, from one sample of each kind. {@code mvn test
 * -Dnarratives.rewrite=true} writes it anew.
 */
class StepsPageTest {
  private static final Path PAGE = Path.of("../docs/steps.md");
  private static final String BEGIN = "<!-- generated -->\n";
  private static final String END = "<!-- end of generated -->\n";

  @Test
  void thePageListsEveryStep() throws IOException {
    List<? extends Class<?>> sampled = StoredPlans.steps().stream().map(Object::getClass).toList();
    assertThat(Step.kinds()).allMatch(sampled::contains);
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    if (Boolean.getBoolean("narratives.rewrite")) {
      Files.writeString(PAGE, page.substring(0, begin) + table() + page.substring(end));
      return;
    }
    assertThat(page.substring(begin, end)).isEqualTo(table());
  }

  @Test
  void thePageExplainsEveryHazard() throws IOException {
    String page = Files.readString(PAGE);
    assertThat(Arrays.stream(Hazard.values()).map(hazard -> "| " + words(hazard) + " |"))
        .allMatch(page::contains);
  }

  private static String table() {
    StringBuilder table = new StringBuilder();
    table.append("| step | for example | hazard | one attempt | attempts | besides |\n");
    table.append("|---|---|---|---|---|---|\n");
    StoredPlans.steps().stream().map(StepsPageTest::row).sorted().forEach(table::append);
    return table.toString();
  }

  private static String row(Step step) {
    boolean waitsInTheOperation = step instanceof AskApproval || step instanceof Soak;
    Budget budget = step.budget();
    List<String> cells =
        List.of(
            "`" + step.name() + "`",
            step.sentence(StoredPlans.plan().seen()),
            words(step.hazard()),
            waitsInTheOperation ? "-" : words(budget.attempt()),
            waitsInTheOperation ? "-" : String.valueOf(budget.attempts()),
            besides(step));
    return "| " + String.join(" | ", cells) + " |\n";
  }

  private static String besides(Step step) {
    List<String> besides = new ArrayList<>();
    step.undo().ifPresent(undo -> besides.add("taken back by `" + undo.name() + "`"));
    if (step.maySkip()) {
      besides.add("may be skipped");
    }
    if (step.changesVoters()) {
      besides.add("changes who votes");
    }
    return String.join("; ", besides);
  }

  private static String words(Hazard hazard) {
    return hazard.name().toLowerCase(Locale.ROOT);
  }

  private static String words(Duration time) {
    String letters = time.toString().substring(2);
    return letters.replace("H", " h ").replace("M", " min ").replace("S", " s ").strip();
  }
}
