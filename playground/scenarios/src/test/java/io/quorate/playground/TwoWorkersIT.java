package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.lab.machine.Await;
import io.quorate.playground.operated.ChildJvm;
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

/** Two workers share the watch, and one of them is killed while a member dies. */
@InTurn(2)
@Timeout(300)
class TwoWorkersIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Heartbeats of the dead holder, two looks of the next one, and a machine that does more. */
  private static final Duration FOUND = Duration.ofSeconds(120);

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
