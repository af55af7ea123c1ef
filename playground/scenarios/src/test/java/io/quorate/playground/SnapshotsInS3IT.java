package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.playground.PlayRequest.Approve;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.telling.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * All data is lost and the snapshots are in S3, the record of the cluster too: what is restored
 * went to a real S3 server and came back from it.
 */
@InTurn(12)
class SnapshotsInS3IT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Duration LIMIT = Duration.ofMinutes(6);

  @Test
  void aClusterIsRestoredFromS3ThoughTheWorkerIsKilledAroundTheRestore() throws Exception {
    Set<KillPoint> points =
        Set.of(KillPoint.parse("restore-member:before"), KillPoint.parse("restore-member:after"));
    AllDataLost scenario = new AllDataLost();
    Stage stage = STAGES.inS3(scenario, "3.6");
    stage.worker().killAt(KillPoint.inActivities(points));

    Verdict verdict =
        STAGES.play(new Play.Script(scenario, Approve.AUTO, points, LIMIT, "under test")).verdict();

    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.workerKills()).isEqualTo(points.size());
    assertThat(verdict.writes().lost()).isPositive().isLessThanOrEqualTo(scenario.mayLose());
    Path bucket = stage.folder().s3().resolve("buckets").resolve(StageFolder.BUCKET);
    assertThat(bucket.resolve(Stage.CLUSTER).resolve("snapshots"))
        .isDirectoryRecursivelyContaining(
            "glob:**/" + scenario.restoring.source().replace("snapshot ", ""));
    assertThat(stage.folder().file("snapshots")).as("a directory of snapshots").doesNotExist();
  }
}
