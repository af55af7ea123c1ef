package io.quorate.playground;

import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.killing.KillPoint.Moment;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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
  @MethodSource("points")
  void aWorkerThatIsKilledAtAnyPointLeavesTheSameCluster(String minor, KillPoint point)
      throws Exception {
    Stage stage = STAGES.on(minor);
    Verdict verdict = STAGES.recovery().withWorkerKilled(point);
    System.out.printf(
        Locale.ROOT, "etcd %s, killed at %s: %.1f s%n", minor, point, verdict.seconds());
    try (var histories = new Histories(stage.temporal().target())) {
      histories.keep("etcd-" + minor + "-killed-at-" + point.toString().replace(':', '-'));
    }
  }

  static Stream<Arguments> points() {
    return "all".equals(System.getProperty("quorate.faultMatrix")) ? all() : some();
  }

  private static Stream<Arguments> some() {
    return Stream.concat(
        on(MAIN, CHANGING, AROUND),
        OTHERS.stream()
            .flatMap(minor -> on(minor, CHANGING_THE_MEMBERSHIP, List.of(Moment.AFTER))));
  }

  /** Every step of the runbook at every moment, on every minor. */
  private static Stream<Arguments> all() {
    return Stream.concat(Stream.of(MAIN), OTHERS.stream())
        .flatMap(minor -> on(minor, new LostMember().steps(), List.of(Moment.values())));
  }

  private static Stream<Arguments> on(String minor, List<String> steps, List<Moment> moments) {
    return steps.stream()
        .flatMap(
            step ->
                moments.stream().map(moment -> Arguments.of(minor, new KillPoint(step, moment))));
  }
}
