package io.quorate.playground;

import static io.quorate.playground.Plays.play;

import io.quorate.playground.killing.KillPoint;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Members that are down, come, go, move or are restarted: see {@link Plays}. */
@Order(Turn.FIRST)
class ScenariosIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  /** Each play ends with a search of all histories for a {@linkplain PlantedSecret secret}. */
  @Tag("attack-9")
  @ParameterizedTest(name = "{0} on etcd {1}, worker killed at {2}")
  @MethodSource("plays")
  void aRunbookEndsWellThoughTheWorkerIsKilled(String name, String minor, Set<KillPoint> points)
      throws Exception {
    new Plays(STAGES).endWell(name, minor, points);
  }

  static Stream<Arguments> plays() {
    return Plays.orAll(
        ScenariosIT::isHere,
        play("all-stopped", "3.4", "return-member:after"),
        play("lost-majority-data", "3.7", "fence-members:after"),
        play("wrong-data", "3.5", "take-down:after"),
        FaultMatrix.drawn(
            List.of(
                play("corrupt-snapshot", "3.5", "restore-member:before"),
                play("serving-survivor", "3.4", "end-survivor:after"),
                play("second-disaster", "3.7", "verify-restored:after"),
                play("interrupted-restore", "3.6", "restore-member:after"),
                play("old-members-return", "3.4", "start-restored:after"))),
        Plays.drawn(ScenariosIT::isHere));
  }

  private static boolean isHere(Scenario scenario) {
    return !(scenario instanceof LostMember) && !MaintenanceIT.isMaintenance(scenario);
  }
}
