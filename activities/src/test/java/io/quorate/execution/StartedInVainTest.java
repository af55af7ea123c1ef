package io.quorate.execution;

import static io.quorate.observation.PretendedPort.answering;
import static io.quorate.observation.PretendedPort.port;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.observation.Voters;
import io.quorate.port.ClusterRecords;
import io.quorate.port.Failure;
import io.quorate.port.Platform;
import io.quorate.port.Workloads;
import io.quorate.record.TriedReturn;
import io.quorate.snapshots.SnapshotPlace;
import io.quorate.step.Starts.ReturnMember;
import io.quorate.view.ClusterView;
import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The record tells a start that the process did not outlive from one that it did. */
class StartedInVainTest {
  private static final MemberName NAME = new MemberName("etcd-0");
  private static final Workload GONE = Workload.stopped("pid 7 is gone");

  @TempDir Path directory;

  @Test
  void aProcessThatEndsAtOnceWasStartedInVain() {
    assertThatThrownBy(() -> start(GONE, 0))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageStartingWith("etcd-0 exited after its start.");
    assertThat(inVain()).containsExactly(true);
  }

  @Test
  void aProcessThatRunsOnWasNotAlsoWhereAnEarlierOneWas() {
    assertThatThrownBy(() -> start(GONE, 0));
    assertThat(start(Workload.running("pid 8 runs", new Run("8.1", "pid 8")), 10))
        .startsWith("etcd-0 runs");
    assertThat(inVain()).containsExactly(false);
  }

  private Stream<Boolean> inVain() {
    return records().read(new ClusterKey("test")).record().orElseThrow().tried().stream()
        .map(TriedReturn::inVain);
  }

  private ClusterRecords records() {
    return SnapshotPlace.in(directory, Clock.systemUTC()).records();
  }

  private String start(Workload afterwards, long secondsLater) {
    Workloads workloads =
        port(
            Workloads.class,
            (call, with) ->
                switch (call) {
                  case "start" -> "started";
                  case "look" -> afterwards;
                  case "lastLogLines" -> List.of();
                  default -> throw new AssertionError(call);
                });
    ClusterView view = Voters.of(EtcdVersion.parse("3.6.16"), NAME);
    StepContext context =
        PretendedContext.on(
            view, answering(Platform.class, "workloads", () -> workloads), records());
    ReturnMember step = new ReturnMember(NAME);
    RecordUpdate.tried(context.ports(), NAME, context.view().at().plusSeconds(secondsLater));
    return new Starting(step, NAME, context).untilItRuns();
  }
}
