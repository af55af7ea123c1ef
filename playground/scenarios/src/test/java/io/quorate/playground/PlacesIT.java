package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.playground.PlayRequest.Approve;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.telling.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Members whose logs have directories of their own (ETCD_WAL_DIR): one that lost its database is
 * replaced, and all are restarted one after the other. One whose disk is not mounted. Two that have
 * each other's data.
 */
class PlacesIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Duration LIMIT = Duration.ofMinutes(6);

  @InTurn(12)
  @Test
  void aMemberIsReplacedAndThenAllAreRestartedWithTheirLogs() throws Exception {
    Scenario own = new WalOnOwnDisk();
    STAGES.forScenario(own, "3.7");

    wellEnded(own);
    wellEnded(new Restart());
  }

  @InTurn(2)
  @Test
  void aLogIsSetAsideWithTheDataThoughTheWorkerIsKilled() throws Exception {
    new Plays(STAGES)
        .endWell("wal-on-own-disk", "3.5", Set.of(KillPoint.parse("set-data-aside:after")));
  }

  /** The same member, with a copy of both its directories, though the worker is killed. */
  @ParameterizedTest(name = "etcd {0}")
  @MethodSource("minorsOfMoves")
  void aMemberMovesToTheNextPlaceWithItsLog(String minor) throws Exception {
    Scenario move =
        Migrate.byDataMove().with(EtcdSettings.plain().with("ETCD_WAL_DIR", "{folder}/wal"));
    Stage stage = STAGES.forScenario(move, minor);
    Set<KillPoint> points =
        Set.of(KillPoint.parse("copy-member:after"), KillPoint.parse("leave-place:after"));
    stage.worker().killAt(KillPoint.inActivities(points));

    wellEnded(move, points);

    assertThat(logs(stage.etcd().member(Migrate.MEMBER), "wal")).as("set aside").isEmpty();
    assertThat(logs(stage.etcd().next(Migrate.MEMBER).orElseThrow(), "wal")).isNotEmpty();
  }

  private static List<String> logs(EtcdMember member, String folder) {
    String[] there =
        member.files().folder().resolve(folder).toFile().list((log, name) -> name.endsWith(".wal"));
    return there == null ? List.of() : List.of(there);
  }

  static Stream<String> minorsOfMoves() {
    return FaultMatrix.oneOf("3.5", "3.7");
  }

  /** Not replaced: what to mount is said, and then it is started with its data. */
  @ParameterizedTest(name = "etcd {0}")
  @MethodSource("minors")
  void aMemberWithAnUnmountedDiskStartsOnceTheDiskIsMounted(String minor) throws Exception {
    new Plays(STAGES)
        .endWell("unmounted-disk", minor, Set.of(KillPoint.parse("resume-member:after")));
  }

  /**
   * Neither is started as the other one: whose data is where is said, and then both are started.
   */
  @InTurn(12)
  @ParameterizedTest(name = "etcd {0}")
  @MethodSource("minors")
  void twoMembersWithSwappedDataStartOnceEachMemberHasItsOwnData(String minor) throws Exception {
    new Plays(STAGES).endWell("swapped-data", minor, Set.of());
  }

  static Stream<String> minors() {
    return FaultMatrix.oneOf("3.6", "3.4");
  }

  private static void wellEnded(Scenario scenario) throws Exception {
    wellEnded(scenario, Set.of());
  }

  private static void wellEnded(Scenario scenario, Set<KillPoint> points) throws Exception {
    var script = new Play.Script(scenario, Approve.AUTO, points, LIMIT, "under test");
    Verdict verdict = STAGES.play(script).verdict();
    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.outcome()).isEqualTo("completed");
    assertThat(verdict.writes().lost()).isZero();
  }
}
