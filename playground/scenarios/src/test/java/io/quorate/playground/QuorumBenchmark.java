package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.playground.PlayRequest.Approve;
import io.quorate.playground.telling.Verdict;
import io.quorate.wire.ShowJson;
import io.quorate.wire.ShowJson.StepJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Seconds from the yes to the first acknowledged write after quorum was lost, against a script that
 * makes the same changes.
 */
class QuorumBenchmark {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Report REPORT = new Report("quorum-benchmark");
  private static final String MINOR = "3.6";
  private static final int KEYS = Integer.getInteger("quorate.keys", 0);
  private static final int PAIRS = Integer.getInteger("quorate.pairs", 5);
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final Duration PACE = Duration.ofMillis(20);

  /**
   * Measurement of one run.
   *
   * @param firstWrite seconds until a write was acknowledged
   * @param whole seconds until the cluster was verified
   */
  private record Run(double firstWrite, double whole, Map<String, Double> steps) {}

  /** How one run brings the cluster back. */
  @FunctionalInterface
  private interface Way {
    Run run(Stage stage) throws Exception;
  }

  @AfterAll
  static void publish() throws Exception {
    REPORT.publish();
  }

  @Test
  void fromTheYesToTheFirstWriteAfterALostMajority() throws Exception {
    Stage stage = STAGES.on(MINOR);
    compare(
        "Lost majority, members return",
        any -> stage,
        now -> byQuorate(now, LostMajority.ofTwo()),
        now -> byHand(now, LostMajority.ofTwo()));
  }

  @Test
  void fromTheYesToTheFirstWriteAfterAllDataIsLost() throws Exception {
    compare(
        "All data lost, a snapshot is restored",
        // Quorate remembers who its cluster is, and takes one that was restored by hand for
        // another.
        pair -> filled(STAGES.with(MINOR, 3, 0, EtcdSettings.plain())),
        now -> byQuorate(now, new AllDataLost()),
        now -> byHand(now, new AllDataLost()));
  }

  private static Stage filled(Stage stage) throws Exception {
    LargeValues.put(stage, KEYS);
    return stage;
  }

  /** The stage of a pair of runs. */
  @FunctionalInterface
  private interface Stages {
    Stage of(int pair) throws Exception;
  }

  private static void compare(String what, Stages stages, Way ours, Way theirs) throws Exception {
    REPORT.line(
        "## %s, etcd %s, %,d MB besides, seconds from the yes\n",
        what, MINOR, KEYS * LargeValues.BYTES / 1_000_000);
    REPORT.head("pair", "quorate: first write", "script", "quorate: verified", "script");
    List<Run> quorate = new ArrayList<>();
    List<Run> script = new ArrayList<>();
    for (int pair = 1; pair <= PAIRS; pair++) {
      Stage stage = stages.of(pair);
      quorate.add(ours.run(stage));
      script.add(theirs.run(stage));
      row("" + pair, quorate.getLast(), script.getLast());
    }
    double first = Report.median(quorate.stream().map(Run::firstWrite).toList());
    double firstOfScript = Report.median(script.stream().map(Run::firstWrite).toList());
    double whole = Report.median(quorate.stream().map(Run::whole).toList());
    double wholeOfScript = Report.median(script.stream().map(Run::whole).toList());
    row("median", new Run(first, whole, Map.of()), new Run(firstOfScript, wholeOfScript, Map.of()));
    REPORT.line(
        "\nRatio of the first write **%.2f**, goal <= 1.25; of the verified cluster %.2f\n",
        first / firstOfScript, whole / wholeOfScript);
    REPORT.line("Quorate's steps: %s\n", medians(quorate));
    REPORT.line("The script's: %s\n", medians(script));
  }

  private static void row(String pair, Run ours, Run theirs) {
    REPORT.row(
        pair,
        Report.seconds(ours.firstWrite()),
        Report.seconds(theirs.firstWrite()),
        Report.seconds(ours.whole()),
        Report.seconds(theirs.whole()));
  }

  private static String medians(List<Run> runs) {
    Map<String, String> medians = new LinkedHashMap<>();
    for (String step : runs.getFirst().steps().keySet()) {
      medians.put(
          step,
          Report.seconds(
              Report.median(
                  runs.stream().map(run -> run.steps().getOrDefault(step, 0.0)).toList())));
    }
    return medians.toString();
  }

  private static Run byQuorate(Stage stage, Scenario scenario) throws Exception {
    stage.worker().awaitPolling(LIMIT);
    try (var probe = SteadyWriters.impatient(stage.etcd().members(), PACE)) {
      var script = new Play.Script(scenario, Approve.AUTO, Set.of(), LIMIT, "under test");
      Verdict verdict = STAGES.play(script).verdict();
      assertThat(verdict.outcome()).isEqualTo("completed");
      try (var gateway = new GatewayApi(stage.gateway(), Stage.CLUSTER)) {
        ShowJson operation = gateway.operation(String.valueOf(verdict.operation())).orElseThrow();
        Instant yes = operation.approvals().getLast().decisions().getLast().at();
        Map<String, Double> steps = steps(operation, yes);
        return new Run(
            seconds(yes, probe.firstAfter(yes).orElseThrow()),
            seconds(yes, verified(operation)),
            steps);
      }
    }
  }

  private static Run byHand(Stage stage, Scenario scenario) throws Exception {
    try (var client = stage.write();
        var probe = SteadyWriters.impatient(stage.etcd().members(), PACE)) {
      Await.until("the first writes", LIMIT, () -> client.acknowledged() >= 50);
      scenario.breakIt(stage.etcd(), Inspection.of(stage.etcd(), 3));
      var hands = new BroughtBackByHand(stage, MINOR);
      Instant begun = Instant.now();
      Map<String, Double> steps =
          scenario instanceof AllDataLost lost
              ? hands.restored(lost.restoring.source().replaceFirst("snapshot ", ""))
              : hands.returned();
      Instant ended = Instant.now();
      client.stop();
      Instant first = probe.firstAfter(begun).orElseThrow();
      return new Run(seconds(begun, first), seconds(begun, ended), steps);
    }
  }

  /** Each step with what lies between it and the one before: so the sum is all of it. */
  private static Map<String, Double> steps(ShowJson operation, Instant yes) {
    Map<String, Double> seconds = new LinkedHashMap<>();
    Instant last = yes;
    for (StepJson step : operation.steps()) {
      Instant end = step.endedAt().orElseThrow();
      if (end.isAfter(last)) {
        seconds.merge(step.name(), seconds(last, end), Double::sum);
        last = end;
      }
    }
    return seconds;
  }

  private static Instant verified(ShowJson operation) {
    return operation.steps().stream()
        .filter(step -> step.name().equals("verify-cluster"))
        .flatMap(step -> step.endedAt().stream())
        .findFirst()
        .orElseThrow();
  }

  private static double seconds(Instant from, Instant to) {
    return Duration.between(from, to).toMillis() / 1000.0;
  }
}
