package io.quorate.playground;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Records the histories of every scenario that can be played, each on the last of its minors; with
 * {@code -Dquorate.recordPlays=restart,scale-up} of these alone.
 */
@EnabledIfSystemProperty(named = HistoryRecorder.FOLDER, matches = ".+")
class RunbookHistoriesIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  @ParameterizedTest
  @MethodSource("scenarios")
  void aScenarioEndsWellAndItsHistoriesAreKept(String name) throws Exception {
    new Plays(STAGES).endWell(name, Scenarios.named(name).minors().getLast(), Set.of());
  }

  static Stream<String> scenarios() {
    String these = System.getProperty("quorate.recordPlays", "");
    List<String> all = Scenarios.all().stream().map(Scenario::name).toList();
    return these.isEmpty() ? all.stream() : Stream.of(these.split(","));
  }
}
