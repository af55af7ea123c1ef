package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Command;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.wire.ShowJson;
import io.quorate.wire.ShowJson.StepJson;
import io.quorate.wire.StartJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The longest time that clients wait while a loaded cluster is backed up, against nothing and
 * against a bare {@code etcdctl snapshot save}, each watched for as long as the backup took.
 */
class BackupBenchmark {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Report REPORT = new Report("backup-benchmark");
  private static final String MINOR = "3.6";
  private static final int ROUNDS = Integer.getInteger("quorate.rounds", 5);
  private static final int KEYS = Integer.getInteger("quorate.keys", 40_000);
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final Duration PACE = Duration.ofMillis(10);

  /** By what was done; what counts is their median, for one run is chance. */
  private static final Map<String, List<Double>> STALLS = new TreeMap<>();

  @AfterAll
  static void publish() throws Exception {
    REPORT.line("\nMedians of the longest stall, ms:\n");
    STALLS.forEach((what, stalls) -> REPORT.line("- %s: %.0f", what, Report.median(stalls)));
    REPORT.publish();
  }

  @Test
  void theLongestStallWhileALoadedClusterIsBackedUp() throws Exception {
    Stage stage = STAGES.with(MINOR, 3, 0, EtcdSettings.plain());
    LargeValues.put(stage, KEYS);
    REPORT.line(
        "## Longest stall, ms, 3 members, one writer each, %,d MB\n",
        KEYS * LargeValues.BYTES / 1_000_000);
    REPORT.head("round", "what", "seconds", "of all members", "then", "of one member", "then");
    try (var membersFirst = precedence(stage);
        var writers = SteadyWriters.patient(stage.etcd().members(), PACE)) {
      backup(stage, writers, 0, Map.of());
      for (int round = 1; round <= ROUNDS; round++) {
        Duration saved = backup(stage, writers, round, Map.of());
        bare(stage, writers, round, saved);
        nothing(writers, round, "backup", saved);
        Duration verified = backup(stage, writers, round, Map.of("verify", List.of()));
        nothing(writers, round, "backup --verify", verified);
      }
      assertThat(membersFirst).isNotNull();
    }
  }

  private static AutoCloseable precedence(Stage stage) throws InterruptedException {
    try {
      return Precedence.of(stage.etcd());
    } catch (IOException notAllowed) {
      REPORT.row("members and client have no precedence: " + notAllowed.getMessage());
      return () -> {};
    }
  }

  /** Backs up once; returns how long it took. Round 0 only warms the worker up. */
  private static Duration backup(
      Stage stage, SteadyWriters writers, int round, Map<String, List<String>> options)
      throws Exception {
    String what = options.isEmpty() ? "backup" : "backup --verify";
    try (var gateway = new GatewayApi(stage.gateway(), Stage.CLUSTER)) {
      List<String> before = gateway.operations();
      Instant begun = Instant.now();
      Await.until(
          "the start of a backup",
          LIMIT,
          () -> gateway.startUnlessAnotherRuns(new StartJson("backup", options, "alice")));
      ShowJson[] last = new ShowJson[1];
      Await.until(
          "the end of the backup",
          LIMIT,
          () -> {
            for (String id : gateway.operations()) {
              if (!before.contains(id)) {
                gateway.operation(id).ifPresent(now -> last[0] = now);
              }
            }
            return last[0] != null && (last[0].hasEnded() || last[0].hasParked());
          });
      Instant ended = Instant.now();
      assertThat(last[0].state()).as(last[0].because()).isEqualTo("completed");
      if (round > 0) {
        row(round, what, writers, begun, ended, last[0].steps());
      }
      return Duration.between(begun, ended);
    }
  }

  private static void bare(Stage stage, SteadyWriters writers, int round, Duration asLongAs)
      throws Exception {
    EtcdMember follower = stage.etcd().members().getLast();
    Path file = stage.folder().file("bare.db");
    Instant begun = Instant.now();
    var saved =
        // As if it had not been started by this process, which has precedence.
        Command.of(
                "nice",
                "-n",
                "15",
                ToolsForTests.etcd(MINOR).program("etcdctl").toString(),
                "--endpoints=" + follower.clientUrl(),
                "snapshot",
                "save",
                file.toString())
            .run(LIMIT);
    assertThat(saved.succeeded()).as(saved.output()).isTrue();
    Duration left = asLongAs.minus(Duration.between(begun, Instant.now()));
    Thread.sleep(Math.max(0, left.toMillis()));
    row(round, "etcdctl snapshot save", writers, begun, Instant.now(), List.of());
    Files.delete(file);
  }

  private static void nothing(SteadyWriters writers, int round, String as, Duration asLongAs)
      throws InterruptedException {
    Instant begun = Instant.now();
    Thread.sleep(asLongAs.toMillis());
    row(round, "nothing, as long as " + as, writers, begun, Instant.now(), List.of());
  }

  private static void row(
      int round,
      String what,
      SteadyWriters writers,
      Instant begun,
      Instant ended,
      List<StepJson> steps) {
    SteadyWriters.Gap all = writers.longestOfAll(begun, ended);
    SteadyWriters.Gap one = writers.longestOfOne(begun, ended);
    REPORT.row(
        "" + round,
        what,
        Report.seconds(Duration.between(begun, ended).toMillis() / 1000.0),
        "" + all.length().toMillis(),
        during(all, steps),
        "" + one.length().toMillis(),
        during(one, steps));
    remember(what + ", all members", all);
    remember(what + ", one member", one);
  }

  private static void remember(String what, SteadyWriters.Gap gap) {
    STALLS.computeIfAbsent(what, none -> new ArrayList<>()).add((double) gap.length().toMillis());
  }

  /** The step in whose time the gap ended. */
  private static String during(SteadyWriters.Gap gap, List<StepJson> steps) {
    Instant end = gap.since().plus(gap.length());
    return steps.stream()
        .filter(step -> step.startedAt().filter(end::isAfter).isPresent())
        .filter(step -> step.endedAt().filter(gap.since()::isBefore).isPresent())
        .map(step -> step.name() + " + " + seconds(step.startedAt().orElseThrow(), gap.since()))
        .findFirst()
        .orElse("-");
  }

  private static String seconds(Instant from, Instant to) {
    return Report.seconds(Duration.between(from, to).toMillis() / 1000.0) + " s";
  }
}
