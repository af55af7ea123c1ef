package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.lab.machine.Await;
import io.quorate.playground.operated.ChildJvm;
import io.quorate.wire.ShowJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Two workers share the work, and one of them is killed. */
@InTurn(2)
@Timeout(300)
class TwoWorkersIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Heartbeats of the dead holder, two looks of the next one, and a machine that does more. */
  private static final Duration FOUND = Duration.ofSeconds(120);

  /** Fewest activities of a question that waits: a watch, and the notifiers of two workflows. */
  private static final int HELD = 3;

  /** Time for 15 s without a heartbeat, a list of Temporal that lags, and a busy machine. */
  private static final Duration TAKEN_OVER = Duration.ofSeconds(60);

  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  @TempDir private Path folder;

  @Test
  void aDeadMemberIsFoundOnceWhileAWorkerIsKilled() throws Exception {
    Stage stage = STAGES.forScenario(Silent.member(), "3.6");
    ChildJvm quorate = new ChildJvm(stage.folder().configuration());
    Path log = folder.resolve("second.log");
    Process second = quorate.start(log, "worker");
    try (GatewayApi gateway = new GatewayApi(stage.gateway(), Stage.CLUSTER)) {
      Await.until("the second worker to poll", LIMIT, () -> lines(log).contains("polls the task"));
      Await.until("the watch to hold the cluster", LIMIT, () -> watch(quorate).has("oldestPulse"));

      stage.etcd().member("etcd-1").kill();
      stage.worker().kill("while it watches");
      Await.until("an operation", FOUND, () -> !gateway.operations().isEmpty());

      assertThat(gateway.operations()).hasSize(1);
      assertThat(watch(quorate).path("findings"))
          .singleElement()
          .satisfies(finding -> assertThat(finding.path("told").asBoolean()).isTrue());
      assertThat(tellings(log) + tellings(stage.folder().log("worker"))).isEqualTo(1);
    } finally {
      second.destroyForcibly();
    }
  }

  /** Their own heartbeats are five minutes apart. */
  @Test
  void activitiesOfAKilledWorkerAreTakenOverWhileAQuestionWaits() throws Exception {
    Stage stage = STAGES.forScenario(Silent.member(), "3.6");
    ChildJvm quorate = new ChildJvm(stage.folder().configuration());
    Path log = folder.resolve("second.log");
    try (GatewayApi gateway = new GatewayApi(stage.gateway(), Stage.CLUSTER);
        Histories temporal = new Histories(stage.temporal().target())) {
      stage.etcd().member("etcd-1").kill();
      Await.until("a question", FOUND, () -> isAsked(gateway));
      Await.until("people to be told of it", LIMIT, () -> holding(temporal).size() >= HELD);
      List<String> before = holding(temporal);
      assertThat(before).containsOnly(before.getFirst());

      Process second = quorate.start(log, "worker");
      try {
        Await.until("another worker", LIMIT, () -> lines(log).contains("polls the task"));
        stage.worker().kill("while a question waits");
        Await.until(
            "the other worker to hold all of it",
            TAKEN_OVER,
            () ->
                holding(temporal).size() >= HELD && !holding(temporal).contains(before.getFirst()));
      } finally {
        second.destroyForcibly();
      }
    }
  }

  private static boolean isAsked(GatewayApi gateway) throws InterruptedException {
    for (String operation : gateway.operations()) {
      if (gateway.operation(operation).flatMap(ShowJson::openApproval).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /** Holders of the watches of operation and incident, and of their notifiers. */
  private static List<String> holding(Histories temporal) {
    return temporal.holders("MinorityReplace", "MemberRestart", "Incident", "Notifier");
  }

  private static JsonNode watch(ChildJvm quorate) {
    try {
      return new ObjectMapper().readTree(quorate.run("watch", "-o", "json").out());
    } catch (IOException | InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static String lines(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException notYet) {
      return "";
    }
  }

  private static long tellings(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      List<String> told = lines.filter(line -> line.contains("(TOLD)")).toList();
      return told.size();
    }
  }
}
