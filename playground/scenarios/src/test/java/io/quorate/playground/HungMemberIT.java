package io.quorate.playground;

import static io.quorate.playground.Plays.play;

import io.quorate.playground.killing.KillPoint;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A member whose process is there and does nothing: it is told, ended and started. */
@InTurn(5)
class HungMemberIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  @ParameterizedTest(name = "{0} on etcd {1}, worker killed at {2}")
  @MethodSource("plays")
  void aFrozenMemberIsEndedAfterTwoQuestionsAndStartedWithItsData(
      String name, String minor, Set<KillPoint> points) throws Exception {
    new Plays(STAGES).endWell(name, minor, points);
  }

  static Stream<Arguments> plays() {
    return Stream.of(play("hung-leader", "3.7", "terminate-member:after"));
  }
}
