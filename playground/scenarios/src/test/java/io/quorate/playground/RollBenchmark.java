package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.load.WritingClient;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.playground.PlayRequest.Approve;
import io.quorate.playground.telling.SeenMember;
import io.quorate.playground.telling.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How long clients wait in a roll, against a bare {@code move-leader} on the same cluster. */
class RollBenchmark {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Report REPORT = new Report("roll-benchmark");
  private static final Duration LIMIT = Duration.ofMinutes(6);

  /** So often that a bare {@code move-leader} is longer than the time between two writes. */
  private static final Duration PACE = Duration.ofMillis(10);

  private static final int MOVES = 30;
  private static final int WRITES_BETWEEN = 400;

  /** As many as in all the moves: the longest of more gaps is longer. */
  private static final int QUIET_WRITES = MOVES * WRITES_BETWEEN;

  /** By hop; what counts is their median, for one run is chance. */
  private static final Map<String, List<Double>> RATIOS = new TreeMap<>();

  @BeforeAll
  static void head() {
    REPORT.line("## Longest time without an acknowledged write, 3 members\n");
    REPORT.head("hop", "nothing, ms", MOVES + " move-leader, ms", "roll, ms", "ratio", "seconds");
  }

  @AfterAll
  static void publish() throws Exception {
    REPORT.line("\nGoal: for each upgrade a median ratio of at most 1.5\n");
    RATIOS.forEach(
        (hop, ratios) ->
            REPORT.line(
                "- %s: %s, the median of %d",
                hop, Report.seconds(Report.median(ratios)), ratios.size()));
    REPORT.publish();
  }

  /** Something that goes on while a client writes. */
  @FunctionalInterface
  private interface Meanwhile {
    void happen(WritingClient client) throws Exception;
  }

  @RepeatedTest(5)
  void theLongestStallOfAnUpgradeAgainstABareMoveLeader() throws Exception {
    measure(STAGES.forScenario(Roll.up(), "3.5", "3.7"), Roll.up());
  }

  @Test
  void theLongestStallOfADowngradeAgainstABareMoveLeader() throws Exception {
    measure(STAGES.forScenario(Roll.down(), "3.7", "3.5"), Roll.down());
  }

  private static void measure(Stage stage, Roll roll) throws Exception {
    try (AutoCloseable membersFirst = precedence(stage)) {
      String nothing = "" + stall(stage, client -> await(client, QUIET_WRITES));
      hop(stage, roll, nothing);
      hop(stage, roll, "");
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

  private static void hop(Stage stage, Roll roll, String nothing) throws Exception {
    long moves = stall(stage, client -> moveLeader(stage, client));
    var script = new Play.Script(roll, Approve.AUTO, Set.of(), LIMIT, "under test", PACE);
    Verdict verdict = STAGES.play(script).verdict();
    assertThat(verdict.differences()).isEmpty();
    long rolled = verdict.writes().longestStallMillis();
    double ratio = (double) rolled / moves;
    String name = roll.name() + " to " + verdict.members().getFirst().version();
    RATIOS.computeIfAbsent(name, none -> new ArrayList<>()).add(ratio);
    REPORT.row(
        name,
        nothing,
        "" + moves,
        "" + rolled,
        Report.seconds(ratio),
        Report.seconds(verdict.seconds()));
  }

  private static long stall(Stage stage, Meanwhile meanwhile) throws Exception {
    try (WritingClient client = stage.write(PACE)) {
      await(client, WRITES_BETWEEN);
      meanwhile.happen(client);
      return client.stop().longestStall().toMillis();
    }
  }

  private static void await(WritingClient client, int more) throws InterruptedException {
    int enough = client.acknowledged() + more;
    Await.until(more + " more writes", LIMIT, () -> client.acknowledged() >= enough);
  }

  private static void moveLeader(Stage stage, WritingClient client)
      throws IOException, InterruptedException {
    for (int move = 0; move < MOVES; move++) {
      Inspection now = Inspection.of(stage.etcd(), 3);
      String to =
          now.members().stream()
              .filter(member -> !member.leader())
              .map(SeenMember::id)
              .findFirst()
              .orElseThrow();
      EtcdMember leader =
          stage.etcd().members().stream()
              .filter(member -> now.leads(member.name()))
              .findFirst()
              .orElseThrow();
      var moved = leader.etcdctl().run(leader.clientUrl().toString(), "move-leader", to);
      assertThat(moved.succeeded()).as(moved.output()).isTrue();
      await(client, WRITES_BETWEEN);
    }
  }
}
