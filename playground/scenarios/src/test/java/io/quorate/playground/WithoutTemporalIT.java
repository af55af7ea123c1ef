package io.quorate.playground;

import static io.quorate.playground.LostAgain.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.lab.machine.Await;
import io.quorate.playground.operated.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class WithoutTemporalIT {
  private static final String START =
      "{\"runbook\":\"minority-replace\",\"requestedBy\":\"alice\",\"options\":{}}";

  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  @Test
  void statusAndPlanAnswerAndTheWorkerWaitsWhileTemporalIsDown() throws Exception {
    Stage stage = STAGES.on("3.6");
    try (LostAgain lost = LostAgain.on(stage)) {
      stage.temporal().kill();
      stage.worker().kill("while Temporal is away");

      var status = lost.quorate("status", Stage.CLUSTER, "-o", "json");
      assertThat(status.exitCode()).as(status.err()).isEqualTo(1);
      assertThat(new ObjectMapper().readTree(status.out()).path("members")).hasSize(3);

      var plan = lost.quorate("plan", "minority-replace", Stage.CLUSTER, "-o", "json");
      assertThat(plan.exitCode()).as(plan.err()).isZero();
      assertThat(new ObjectMapper().readTree(plan.out()).path("steps")).hasSize(10);

      var start = lost.quorate("start", "minority-replace", Stage.CLUSTER, "--as", "alice");
      assertThat(start.exitCode()).as(start.out() + start.err()).isEqualTo(5);
      assertThat(started(stage)).isEqualTo(503);

      aWorkerThatWaitsForTemporalEndsAfterSigterm(stage);

      stage.temporal().start(LIMIT);
      stage.worker().awaitPolling(LIMIT);
      lost.alert().endsWell();
    }
  }

  private static void aWorkerThatWaitsForTemporalEndsAfterSigterm(Stage stage) throws Exception {
    Path log = Files.createTempFile("quorate-worker", ".log");
    Process worker = new ChildJvm(stage.folder().configuration()).start(log, "worker");
    try {
      Await.until(
          "the worker to wait for Temporal",
          LIMIT,
          () -> isIn(log, "Temporal does not answer") || !worker.isAlive());
      worker.destroy();
      assertThat(worker.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
          .as("it ended after a SIGTERM")
          .isTrue();
    } finally {
      worker.destroyForcibly();
      Files.delete(log);
    }
  }

  private static boolean isIn(Path log, String words) {
    try {
      return Files.readString(log).contains(words);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  private static int started(Stage stage) throws Exception {
    URI operations = stage.gateway().resolve("/api/clusters/" + Stage.CLUSTER + "/operations");
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
              HttpRequest.newBuilder(operations)
                  .timeout(LIMIT)
                  .header("Content-Type", "application/json")
                  .POST(BodyPublishers.ofString(START))
                  .build(),
              BodyHandlers.ofString())
          .statusCode();
    }
  }
}
