package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.lab.tools.Tools;
import io.quorate.playground.operated.Operated;
import io.quorate.playground.telling.Verdict;
import io.quorate.wire.ShowJson;
import io.quorate.wire.ShowJson.StepJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Cost of members on other machines, real ones with systemd and sshd. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MachinesBenchmark extends OnMachines {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Report REPORT = new Report("machines-benchmark");
  private static final Tools TOOLS = Tools.ofThisMachine(System.getenv(), System.err::println);
  private static final String MINOR = "3.6";
  private static final int RUNS = Integer.getInteger("quorate.runs", 3);
  private static final int LOOKS = 20;

  /** So far, in microseconds, that the ways outweigh what else the processors do. */
  private static final int FAR = 100_000;

  private static final Duration LIMIT = Duration.ofMinutes(3);

  @BeforeEach
  void boot() throws Exception {
    ToolFolder etcd = etcd(MINOR);
    boot(3, LIMIT, etcd);
    machines.startEtcd(3, etcd.tool().version());
    payments.adopt(machines, folder, "--user", "root");
  }

  @AfterAll
  static void publish() throws Exception {
    REPORT.publish();
  }

  @Test
  @Order(1)
  void aLookOverAWayOfTwentyMilliseconds() throws Exception {
    REPORT.line("## A look at 3 machines from a process that stays, %d looks\n", LOOKS);
    REPORT.head(
        "there and back, ms", "first, ms", "median of the others", "worst", "heap a host, KiB");
    List<Double> medians = new ArrayList<>();
    for (int there : new int[] {0, 10_000, FAR}) {
      List<String> said = looks(there);
      List<Double> looks =
          said.stream()
              .filter(line -> line.startsWith("look "))
              .map(line -> Double.valueOf(line.substring(5)))
              .toList();
      List<Double> warm = looks.subList(1, looks.size());
      long heap = Long.parseLong(said.getLast().substring(5));
      medians.add(Report.median(warm));
      REPORT.row(
          "%.0f".formatted(there * 2 / 1000.0),
          "%.0f".formatted(looks.getFirst()),
          "%.0f".formatted(medians.getLast()),
          "%.0f".formatted(warm.stream().mapToDouble(Double::doubleValue).max().orElseThrow()),
          "%d".formatted(heap / 3 / 1024));
    }
    REPORT.line(
        "\nWays there and back in a look: **%.1f**. Goals: 1,000 ms at 20 ms, 2,048 KiB\n",
        (medians.getLast() - medians.getFirst()) * 1000 / (2 * FAR));
  }

  private List<String> looks(int there) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(machines.within(List.of()).words());
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(
        List.of(
            "-XX:+IgnoreUnrecognizedVMOptions",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            WarmLooks.class.getName(),
            folder.resolve("quorate.yml").toString(),
            folder.resolve("known_hosts").toString(),
            Integer.toString(there),
            Integer.toString(LOOKS)));
    for (int machine = 1; machine <= 3; machine++) {
      words.add(machines.address(machine));
    }
    Path said = folder.resolve("looks");
    Process process =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    try {
      assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).as("%s", said).isTrue();
      assertThat(process.exitValue()).as("%s", Files.readString(said)).isZero();
      return Files.readAllLines(said).stream()
          .filter(line -> line.startsWith("look ") || line.startsWith("heap "))
          .toList();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  @Order(2)
  void fromApprovalToVerifiedAgainstThisMachine() throws Exception {
    List<List<Double>> overSsh = new ArrayList<>();
    Process temporal = Operated.temporal(machines::within, TOOLS.find(Tool.temporal()), folder);
    Process serving = payments.serving(folder);
    try {
      for (int run = 0; run < RUNS; run++) {
        overSsh.add(replaced());
      }
    } finally {
      serving.destroyForcibly().waitFor();
      temporal.destroyForcibly().waitFor();
    }
    List<List<Double>> here = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      here.add(replacedHere(STAGES.on(MINOR)));
    }
    REPORT.line("## Approval to verified, minority-replace, etcd %s, %d runs each\n", MINOR, RUNS);
    REPORT.head("run", "over SSH, s", "of these etcd's start", "here, s", "of these etcd's start");
    for (int run = 0; run < RUNS; run++) {
      REPORT.row(
          Integer.toString(run + 1),
          Report.seconds(overSsh.get(run).getFirst()),
          Report.seconds(overSsh.get(run).getLast()),
          Report.seconds(here.get(run).getFirst()),
          Report.seconds(here.get(run).getLast()));
    }
    REPORT.line(
        "\nMedians without etcd's start: %s against %s, ratio **%.2f**, goal <= 1.25\n",
        Report.seconds(rest(overSsh)), Report.seconds(rest(here)), rest(overSsh) / rest(here));
  }

  private static double rest(List<List<Double>> runs) {
    return Report.median(runs.stream().map(run -> run.getFirst() - run.getLast()).toList());
  }

  private static List<Double> replacedHere(Stage stage) throws Exception {
    Verdict verdict = STAGES.recovery().approvedAtOnce(() -> {});
    try (var gateway = new GatewayApi(stage.gateway(), Stage.CLUSTER)) {
      return seconds(gateway.operation(verdict.operation()).orElseThrow());
    }
  }

  private List<Double> replaced() throws Exception {
    machines.on(3, "systemctl stop etcd; rm -rf /var/lib/etcd/h3/member");
    payments.until("h3 to be missed", () -> !payments.diagnosis().equals("whole"));
    return seconds(payments.operation(payments.done("minority-replace", "--member", "h3")));
  }

  /** From the yes to the end of the last step, and how long {@code start-member} was of it. */
  private static List<Double> seconds(ShowJson operation) {
    Instant yes = operation.approvals().getLast().decisions().getLast().at();
    Instant last = yes;
    double start = 0;
    for (StepJson step : operation.steps()) {
      Instant end = step.endedAt().orElse(yes);
      if (end.isAfter(last)) {
        start = step.name().equals("start-member") ? seconds(last, end) : start;
        last = end;
      }
    }
    return List.of(seconds(yes, last), start);
  }

  private static double seconds(Instant from, Instant to) {
    return Duration.between(from, to).toMillis() / 1000.0;
  }
}
