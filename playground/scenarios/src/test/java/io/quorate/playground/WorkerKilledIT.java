package io.quorate.playground;

import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.killing.KillPoint.Moment;
import io.quorate.playground.telling.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Order(Turn.LAST)
class WorkerKilledIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final String MAIN = "3.6";
  private static final List<String> OTHERS = List.of("3.4", "3.5", "3.7");
  private static final List<String> CHANGING =
      List.of(
          "hold-member",
          "remove-member",
          "set-data-aside",
          "add-learner",
          "start-member",
          "promote-learner");
  private static final List<String> CHANGING_THE_MEMBERSHIP =
      List.of("remove-member", "add-learner");
  private static final List<Moment> AROUND = List.of(Moment.BEFORE, Moment.AFTER);

  @ParameterizedTest(name = "etcd {0}, {1}")
  @MethodSource("plays")
  void aWorkerThatIsKilledAtAnyPointLeavesTheSameCluster(String minor, Set<KillPoint> points)
      throws Exception {
    STAGES.on(minor);
    Verdict verdict = STAGES.recovery().withWorkerKilled(points);
    System.out.printf(
        Locale.ROOT, "etcd %s, killed at %s: %.1f s%n", minor, points, verdict.seconds());
    STAGES.record("etcd-" + minor + "-killed-" + points.size() + "-times");
  }

  static Stream<Arguments> plays() {
    return FaultMatrix.isWhole() ? all() : some();
  }

  /** After each change, which is where most is in the air; and one play that a number draws. */
  private static Stream<Arguments> some() {
    return Stream.of(
        play(MAIN, CHANGING, Moment.AFTER),
        FaultMatrix.drawn(
            Stream.concat(
                    Stream.of(play(MAIN, CHANGING, Moment.BEFORE)),
                    OTHERS.stream()
                        .map(minor -> play(minor, CHANGING_THE_MEMBERSHIP, Moment.AFTER)))
                .toList()));
  }

  /** Every step of the runbook, before and after it on every minor, and in its wait on one. */
  private static Stream<Arguments> all() {
    List<String> steps = new LostMember().steps();
    return Stream.concat(
        Stream.of(play(MAIN, steps, Moment.WAIT)),
        Stream.concat(Stream.of(MAIN), OTHERS.stream())
            .flatMap(minor -> AROUND.stream().map(moment -> play(minor, steps, moment))));
  }

  /** One recovery, with the worker killed at each of these steps in turn. */
  private static Arguments play(String minor, List<String> steps, Moment moment) {
    return Arguments.of(minor, KillPoint.at(moment, steps));
  }
}
