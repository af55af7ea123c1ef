package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.wire.ShowJson;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All that is left is the database of one member, without its log; it is full, its alarm is raised
 * and a downgrade is enabled in it. One yes makes a cluster of three of it that takes writes.
 */
@InTurn(3)
class BurdenedSourceIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Duration LIMIT = Duration.ofMinutes(4);

  /** Steps that clear what comes back with the source; the worker is killed around each. */
  private static final List<String> CLEARING = List.of("disarm-restored", "cancel-downgrade");

  static Stream<String> minors() {
    return FaultMatrix.oneOf("3.6", "3.7");
  }

  @ParameterizedTest(name = "etcd {0}")
  @MethodSource("minors")
  void aDatabaseWithAnAlarmAndADowngradeIsRestoredAndCleared(String minor) throws Exception {
    var full = new FullQuota();
    Stage stage = STAGES.with(minor, 3, 0, full.settings(minor));
    stage.worker().awaitPolling(LIMIT);
    Remembered.await(stage.etcd());
    Inspection before = Inspection.of(stage.etcd(), 3);
    String older = "3." + (Integer.parseInt(minor.substring(2)) - 1);
    assertThat(stage.etcd().etcdctl("downgrade", "enable", older).succeeded()).isTrue();
    full.breakIt(stage.etcd(), before);
    assertThat(stage.etcd().etcdctl("alarm", "list").output()).contains("NOSPACE");
    leaveOneDatabase(stage);

    stage.worker().killAt(FaultMatrix.around(CLEARING));
    ShowJson recovered;
    try (var operations = new ApprovedOperations(stage, LIMIT)) {
      recovered = operations.recovery();
    }
    assertThat(stage.worker().notReached()).as("the worker was killed at each").isEmpty();

    assertThat(recovered.steps()).extracting(ShowJson.StepJson::name).containsAll(CLEARING);
    Inspection after = Inspection.of(stage.etcd(), 3);
    assertThat(after.differences()).isEmpty();
    assertThat(stage.etcd().etcdctl("alarm", "list").output()).isEmpty();
    assertThat(stage.etcd().etcdctl("get", "/jobs/large", "--keys-only").output())
        .contains("/jobs/large");
    assertThat(full.differences(stage.etcd(), before, after)).as("a write is taken").isEmpty();
  }

  /** All are stopped in order, the member with the database last. */
  private static void leaveOneDatabase(Stage stage) throws Exception {
    for (EtcdMember member : stage.etcd().members().reversed()) {
      member.stop();
    }
    Folders.delete(stage.etcd().member("etcd-0").dataDirectory().resolve("member/wal"));
    stage.etcd().member("etcd-1").destroyData();
    stage.etcd().member("etcd-2").destroyData();
  }
}
