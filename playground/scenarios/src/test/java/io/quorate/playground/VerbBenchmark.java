package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * How soon verbs answer about a whole cluster of three, typed at the launcher of the checkout. It
 * measures, on this machine, and says the seconds; the first run of each, which builds what is
 * missing and writes the archive of classes, does not count.
 */
class VerbBenchmark {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Report REPORT = new Report("verb-benchmark");
  private static final Path LAUNCHER = Path.of("..", "..", "quorate").toAbsolutePath().normalize();
  private static final int RUNS = Integer.getInteger("quorate.runs", 11);
  private static final long LIMIT_MINUTES = 10;

  @AfterAll
  static void publish() throws Exception {
    REPORT.publish();
  }

  @Test
  void fromTheKeyToTheAnswer() throws Exception {
    Stage stage = STAGES.on("3.6");
    REPORT.line("## Verbs, %d runs each\n", RUNS);
    REPORT.head("verb", "median, s", "worst, s", "goal, s");
    measure(stage, "0.5", "status", Stage.CLUSTER);
    measure(stage, "-", "operations");
    measure(stage, "-", "runbooks");
    measure(stage, "10 and what status takes", "plan", "rolling-restart", Stage.CLUSTER);
  }

  private static void measure(Stage stage, String goal, String... words) throws Exception {
    seconds(stage, words);
    List<Double> runs = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      runs.add(seconds(stage, words));
    }
    double worst = runs.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    REPORT.row(
        String.join(" ", words), Report.seconds(Report.median(runs)), Report.seconds(worst), goal);
  }

  private static double seconds(Stage stage, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(LAUNCHER.toString()));
    command.addAll(List.of(words));
    command.addAll(List.of("--config", stage.folder().configuration().toString()));
    long begun = System.nanoTime();
    Process verb =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(verb.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).as("%s ended", command).isTrue();
    } finally {
      verb.destroyForcibly();
    }
    assertThat(verb.exitValue()).as("%s", command).isZero();
    return (System.nanoTime() - begun) / 1e9;
  }
}
