package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.PlaygroundWish.Approve;
import io.quorate.playground.load.WritingClient;
import io.quorate.playground.machine.Await;
import io.quorate.playground.servers.EtcdMember;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How long clients wait in a roll, against a bare {@code move-leader} on the same cluster. */
class RollBenchmark {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Report REPORT = new Report("roll-benchmark");
  private static final Duration LIMIT = Duration.ofMinutes(6);

  /** Some 90 writes a second, as when etcd's own part was measured (etcd-runbooks RB-15). */
  private static final Duration PACE = Duration.ofMillis(30);

  /** Each of the three lasts about as long, for the longest of more gaps is longer. */
  private static final int QUIET_WRITES = 4_000;

  private static final int MOVES = 30;
  private static final int WRITES_BETWEEN = 130;

  @AfterAll
  static void publish() throws Exception {
    REPORT.publish();
  }

  /** Something that goes on while a client writes. */
  @FunctionalInterface
  private interface Meanwhile {
    void happen(WritingClient client) throws Exception;
  }

  @Test
  void theLongestStallOfARollAgainstABareMoveLeader() throws Exception {
    Stage stage = STAGES.forScenario(Roll.up(), "3.5", "3.7");
    REPORT.line("## Longest time without an acknowledged write, 3 members\n");
    try (AutoCloseable membersFirst = precedence(stage)) {
      measure(stage);
    }
    REPORT.line("\nGoal: a ratio of at most 1.5");
  }

  private static AutoCloseable precedence(Stage stage) throws InterruptedException {
    try {
      Precedence given = Precedence.of(stage.etcd());
      REPORT.line("Members and client have the processor first.\n");
      return given;
    } catch (IOException notAllowed) {
      REPORT.line("Quorate and Temporal take the processor from members and client: ");
      REPORT.line(notAllowed.getMessage() + ".\n");
      return () -> {};
    }
  }

  private static void measure(Stage stage) throws Exception {
    REPORT.head("roll", "nothing, ms", MOVES + " move-leader, ms", "roll, ms", "ratio", "seconds");
    for (Roll roll : List.of(Roll.up(), Roll.up(), Roll.down(), Roll.down())) {
      long nothing = stall(stage, client -> await(client, QUIET_WRITES));
      long moves = stall(stage, client -> moveLeader(stage, client));
      var script = new Play.Script(roll, Approve.AUTO, Set.of(), LIMIT, "under test", PACE);
      Verdict verdict = STAGES.play(script).verdict();
      assertThat(verdict.differences()).isEmpty();
      long rolled = verdict.writes().longestStallMillis();
      REPORT.row(
          roll.name() + " to " + verdict.members().getFirst().version(),
          "" + nothing,
          "" + moves,
          "" + rolled,
          Report.seconds((double) rolled / moves),
          Report.seconds(verdict.seconds()));
    }
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
              .map(Inspection.SeenMember::id)
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
