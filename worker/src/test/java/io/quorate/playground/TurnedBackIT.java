package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.load.Kv;
import io.quorate.playground.servers.EtcdMember;
import io.quorate.wire.ShowJson;
import io.quorate.wire.StartJson;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What was begun and is not wanted any more: the cluster is as it was, and has lost nothing. */
@EnabledIfSystemProperty(named = "quorate.faultMatrix", matches = "all")
class TurnedBackIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Duration LIMIT = Duration.ofSeconds(90);

  @Test
  void aDowngradeThatDiedWithOneMemberSwitchedIsCalledOff() throws Exception {
    turnedBack(
        Roll.down(),
        "3.7",
        new StartJson("rolling-downgrade", Map.of("cancel", List.of()), "alice"));
  }

  @Test
  void anUpgradeThatDiedWithOneMemberSwitchedIsTurnedBack() throws Exception {
    turnedBack(
        Roll.up(),
        "3.5",
        new StartJson("rolling-downgrade", Map.of("to", List.of("3.5.35")), "alice"));
  }

  private static void turnedBack(Roll roll, String minor, StartJson back) throws Exception {
    Stage stage = STAGES.forScenario(roll, minor);
    var point = KillPoint.parse("await-release:before");
    var stands = stage.worker().stopAt(point);
    try (Underway underway = STAGES.underway(roll)) {
      underway.until("the worker to stand at " + point, stands::isDone);
      terminate(stage);
      stage.worker().kill("with what it had begun");
      assertThat(versions(stage)).as("one was switched").hasSize(2);

      underway.start(back);

      underway.endsWhereItBegan("completed");
      for (EtcdMember member : stage.etcd().members()) {
        assertThat(page(member.clientUrl().resolve("/version")))
            .contains("\"etcdcluster\":\"" + minor + ".0\"");
        assertThat(page(member.peerUrl().resolve("/downgrade/enabled"))).isEqualTo("false");
      }
    }
  }

  @Test
  void aMigrationThatIsAbortedTakesItsNewcomerBack() throws Exception {
    Scenario migrate = Migrate.byReplace();
    Stage stage = STAGES.forScenario(migrate, "3.6");
    var point = KillPoint.parse("start-member:after");
    var stands = stage.worker().stopAt(point);
    try (Underway underway = STAGES.underway(migrate)) {
      underway.until("the worker to stand at " + point, stands::isDone);
      ShowJson now = underway.awaitOperation("the operation", operation -> true);
      var aborted =
          new ChildJvm(stage.folder().configuration())
              .run("abort", now.operation(), "--as", "robin");
      assertThat(aborted.exitCode()).as(aborted.out() + aborted.err()).isZero();
      stage.worker().goOn().get(LIMIT.toSeconds(), TimeUnit.SECONDS);

      underway.endsWhereItBegan("aborted");
      assertThat(stage.etcd().next(Migrate.MEMBER).orElseThrow().isRunning()).isFalse();
    }
  }

  /** As somebody may on Temporal's page: nothing of it is told to Quorate. */
  private static void terminate(Stage stage) {
    var options =
        WorkflowServiceStubsOptions.newBuilder().setTarget(stage.temporal().target()).build();
    WorkflowServiceStubs stubs = WorkflowServiceStubs.newServiceStubs(options);
    try {
      WorkflowClient.newInstance(stubs)
          .newUntypedWorkflowStub("operation/" + Stage.CLUSTER)
          .terminate("by hand");
    } finally {
      stubs.shutdownNow();
    }
  }

  private static List<String> versions(Stage stage) throws InterruptedException {
    return Inspection.of(stage.etcd(), 3).members().stream()
        .map(member -> String.valueOf(member.version()))
        .distinct()
        .toList();
  }

  private static String page(URI url) throws IOException, InterruptedException {
    try (HttpClient http = Kv.client()) {
      return http.send(HttpRequest.newBuilder(url).timeout(LIMIT).build(), BodyHandlers.ofString())
          .body()
          .strip();
    }
  }
}
