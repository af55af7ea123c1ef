package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Await;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Seconds until verbs answer about a whole cluster of three and until a worker polls, both started
 * by the launcher of the checkout, on this machine. The first run of each, which builds what is
 * missing and writes the archive of classes, does not count.
 */
class VerbBenchmark {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Report REPORT = new Report("verb-benchmark");
  private static final Path LAUNCHER = Path.of("..", "..", "quorate").toAbsolutePath().normalize();
  private static final int RUNS = Integer.getInteger("quorate.runs", 11);
  private static final Duration LIMIT = Duration.ofMinutes(10);

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

  @Test
  void fromTheStartOfAWorkerToItsFirstPoll() throws Exception {
    Stage stage = STAGES.on("3.6");
    untilItPolls(stage);
    List<Double> runs = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      runs.add(untilItPolls(stage));
    }
    REPORT.line("\n## Worker, from its start until it polls, %d runs\n", RUNS);
    REPORT.line(
        "Median **%.2f s**, worst %.2f s, goal 2 s\n",
        Report.median(runs), runs.stream().mapToDouble(Double::doubleValue).max().orElseThrow());
  }

  private static double untilItPolls(Stage stage) throws IOException, InterruptedException {
    Path log = Files.createTempFile("quorate-worker", ".log");
    long begun = System.nanoTime();
    Process worker =
        launched(stage, "worker").redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      Await.until("the worker to poll", LIMIT, () -> isIn(log, "polls") || !worker.isAlive());
      assertThat(worker.isAlive()).as("%s", Files.readString(log)).isTrue();
      return (System.nanoTime() - begun) / 1e9;
    } finally {
      worker.destroy();
      if (!worker.waitFor(LIMIT.toMinutes(), TimeUnit.MINUTES)) {
        worker.destroyForcibly();
      }
      Files.delete(log);
    }
  }

  private static boolean isIn(Path log, String word) {
    try {
      return Files.readString(log).contains(word);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
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
    long begun = System.nanoTime();
    Process verb =
        launched(stage, words)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(verb.waitFor(LIMIT.toMinutes(), TimeUnit.MINUTES)).as("%s ended", verb).isTrue();
    } finally {
      verb.destroyForcibly();
    }
    assertThat(verb.exitValue()).as("%s", String.join(" ", words)).isZero();
    return (System.nanoTime() - begun) / 1e9;
  }

  private static ProcessBuilder launched(Stage stage, String... words) {
    List<String> command = new ArrayList<>(List.of(LAUNCHER.toString()));
    command.addAll(List.of(words));
    command.addAll(List.of("--config", stage.folder().configuration().toString()));
    return new ProcessBuilder(command).redirectInput(new File("/dev/null"));
  }
}
