package io.quorate.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.data.DataFiles;
import io.quorate.drawing.DrawnCluster;
import io.quorate.record.RestoredMember;
import io.quorate.step.IsolatedRuns.DrillSnapshot;
import io.quorate.step.IsolatedRuns.SalvageMember;
import io.quorate.step.IsolatedRuns.TryRestore;
import io.quorate.step.Restorations.RestoreMember;
import io.quorate.step.RestoredClusters.StartRestored;
import io.quorate.step.RestoredClusters.VerifyRestored;
import io.quorate.step.Starts.ResumeMember;
import io.quorate.step.Starts.ResumeToSnapshot;
import io.quorate.step.Starts.ReturnMember;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every step that reads or moves all data of a member gets more time where there is more of it. */
class BudgetsTest {
  private static final MemberName NAME = new MemberName("etcd-1");
  private static final RestoredMember FIRST =
      RestoredMember.of(NAME, "http://etcd-1:2380", "main-2-abababab-0");

  @TestFactory
  Stream<DynamicTest> theTimeOfAnAttemptGrowsWithTheData() {
    ClusterView small = view(1L << 20);
    ClusterView large = view(8L << 30);
    return Stream.of(
            new ReturnMember(NAME),
            new ResumeMember(NAME),
            new ResumeToSnapshot(NAME, 7),
            new StartRestored(FIRST, List.of()),
            new TryRestore(NAME, "main.db", 0),
            new RestoreMember(FIRST, "main.db", 0, List.of()),
            new VerifyRestored(FIRST, new Revision(7), 0, Optional.empty(), Optional.of("main.db")),
            new DrillSnapshot(NAME, Optional.of("main.db"), 0, DrillSnapshot.IfBad.STOP),
            new SalvageMember(NAME, DrawnCluster.of(3).member(1).id))
        .map(
            step ->
                DynamicTest.dynamicTest(
                    step.name(),
                    () ->
                        assertThat(step.budget(large).attempt())
                            .isGreaterThan(
                                step.budget(small).attempt().plus(Duration.ofHours(1)))));
  }

  private static ClusterView view(long bytes) {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.members.forEach(
        member -> {
          member.dbSize = bytes;
          member.data =
              member.data.holding(new DataFiles(bytes, bytes, Optional.empty(), Optional.empty()));
        });
    return drawn.view();
  }
}
