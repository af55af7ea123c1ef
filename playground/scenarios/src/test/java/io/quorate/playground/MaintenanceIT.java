package io.quorate.playground;

import static io.quorate.playground.Plays.play;

import io.quorate.playground.killing.KillPoint;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Databases that are full, fragmented or corrupt, backups, and other versions: see {@link Plays}.
 * By default the versions are left to {@link RollsIT}.
 */
@Order(Turn.LAST)
class MaintenanceIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  @ParameterizedTest(name = "{0} on etcd {1}, worker killed at {2}")
  @MethodSource("plays")
  void aRunbookEndsWellThoughTheWorkerIsKilled(String name, String minor, Set<KillPoint> points)
      throws Exception {
    new Plays(STAGES).endWell(name, minor, points);
  }

  static boolean isMaintenance(Scenario scenario) {
    return switch (scenario) {
      case Roll roll -> true;
      case Fragmented fragmented -> true;
      case FullQuota full -> true;
      case CorruptMember corrupt -> true;
      case Backup backup -> true;
      case RestoreDrill drill -> true;
      default -> false;
    };
  }

  static Stream<Arguments> plays() {
    return Plays.orAll(
        MaintenanceIT::isMaintenance,
        play("no-space", "3.6", "disarm-alarm:after"),
        play("corrupt-member", "3.5", "expel-member:after"),
        play("backup", "3.5", "drill-snapshot:after"),
        play("drill", "3.4", "drill-snapshot:before"));
  }
}
