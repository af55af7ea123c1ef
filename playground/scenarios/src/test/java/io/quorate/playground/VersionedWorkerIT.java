package io.quorate.playground;

import static io.quorate.playground.LostAgain.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.StatusRuntimeException;
import io.quorate.lab.machine.Await;
import io.quorate.playground.operated.ChildJvm;
import io.temporal.api.enums.v1.VersioningBehavior;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Temporal's worker versioning, where people configure it (docs/adr/0027). */
@InTurn(11)
class VersionedWorkerIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final String OPERATION = "operation/" + Stage.CLUSTER;
  private static final String DEPLOYMENT = "quorate";

  /** The product's own worker, of a build. */
  private record VersionedWorker(Process process) implements AutoCloseable {
    static VersionedWorker of(StageFolder folder, String buildId) throws IOException {
      Path configuration = folder.file("quorate-" + buildId + ".yml");
      String text = Files.readString(folder.configuration());
      String versioned =
          text.replace(
              "taskQueue: quorate}",
              "taskQueue: quorate, deployment: {name: %s, buildId: \"%s\"}}"
                  .formatted(DEPLOYMENT, buildId));
      assertThat(versioned).isNotEqualTo(text);
      Files.writeString(configuration, versioned);
      return new VersionedWorker(
          new ChildJvm(configuration).start(folder.log("worker-" + buildId), "worker"));
    }

    @Override
    public void close() {
      process.destroyForcibly().onExit().join();
    }
  }

  @Test
  void anOperationMovesToTheBuildThatBecomesTheCurrentOne() throws Exception {
    Stage stage = STAGES.on("3.6");
    try (LostAgain lost = LostAgain.on(stage);
        Histories temporal = new Histories(stage.temporal().target())) {
      stage.worker().close();
      try (VersionedWorker older = VersionedWorker.of(stage.folder(), "0.1.0")) {
        becomesCurrent(temporal, "0.1.0");
        lost.alert().awaitState("waiting-for-approval");
        assertThat(builds(temporal)).isEqualTo("0.1.0");

        try (VersionedWorker newer = VersionedWorker.of(stage.folder(), "0.2.0")) {
          becomesCurrent(temporal, "0.2.0");
          older.close();
          lost.endsWell();
          assertThat(builds(temporal)).isEqualTo("0.2.0");
          assertThat(newer.process().isAlive()).isTrue();
        }
      }
    }
  }

  /** Temporal refuses until a worker of the build has polled. */
  private static void becomesCurrent(Histories temporal, String buildId)
      throws InterruptedException {
    Await.until(buildId + " to be the current build", LIMIT, () -> isTaken(temporal, buildId));
  }

  private static boolean isTaken(Histories temporal, String buildId) {
    try {
      temporal.makeCurrent(DEPLOYMENT, buildId);
      return true;
    } catch (StatusRuntimeException notHeardOfYet) {
      return false;
    }
  }

  private static String builds(Histories temporal) {
    var versioning = temporal.versioning(OPERATION);
    assertThat(versioning.getBehavior())
        .isEqualTo(VersioningBehavior.VERSIONING_BEHAVIOR_AUTO_UPGRADE);
    return versioning.getDeploymentVersion().getBuildId();
  }
}
