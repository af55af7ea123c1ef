package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.quorate.lab.servers.Pager;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A question without quorum that nobody answers, in four minutes in place of an hour: real
 * Prometheus, Alertmanager, etcd and Temporal. {@link UnansweredTrial} does it in an hour.
 */
class UnansweredIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  /** The shortest times of reminders, which lost quorum halves. */
  private static final String REMIND = "remind: {after: 1m, every: 1m}";

  private static final Duration FIVE_REMINDERS = Duration.ofSeconds(170);
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @Test
  void nobodyAnswersAndIsRemindedFiveTimesAndPagedOnce() throws Exception {
    Assumptions.assumeTrue(FaultMatrix.isWhole(), "takes minutes: -Pfault-matrix");
    Scenario lost = Scenarios.named("lost-majority");
    Stage stage = STAGES.forScenario(lost, "3.6");
    remindSoon(stage);
    try (var monitoring =
        Monitoring.of(stage, UnansweredIT::shortened, "group_wait: 1s, group_interval: 5s")) {
      var unanswered = Unanswered.of(stage, monitoring, lost);
      unanswered.awaitAge(FIVE_REMINDERS);

      assertThat(unanswered.reminders())
          .hasSize(5)
          .allSatisfy(
              one ->
                  assertThat(one.text())
                      .contains("All writes fail", "quorate take " + Stage.CLUSTER))
          .allSatisfy(
              one -> assertThat(unanswered.mentioned(one)).containsExactly("dana", "robin"));
      assertThat(unanswered.pages())
          .singleElement()
          .satisfies(
              page ->
                  assertThat(page.alerts())
                      .extracting(Pager.Told::name, Pager.Told::cluster)
                      .containsExactly(tuple("QuorateQuestionWaitsWithoutQuorum", Stage.CLUSTER)));
      assertThat(unanswered.ownAlertsIgnored()).isPositive();
      assertThat(unanswered.begunSince()).isEmpty();

      unanswered.isAnswered(LIMIT);
      unanswered.awaitPages(2, LIMIT);
      assertThat(unanswered.pages())
          .extracting(Pager.Page::status)
          .isEqualTo(List.of("firing", "resolved"));
      assertThat(unanswered.reminders()).hasSize(5);
    }
  }

  private static void remindSoon(Stage stage) throws Exception {
    Path file = stage.folder().configuration();
    Files.writeString(
        file,
        Files.readString(file)
            .replace("  expireAfter: 4h\n", "  expireAfter: 4h\n  " + REMIND + "\n"));
    stage.worker().kill("to read its configuration");
  }

  /** Rules with seconds in place of minutes. */
  private static String shortened(String rules) {
    return rules.replace("> 120", "> 20").replace("> 540", "> 40").replace("for: 1m", "for: 5s");
  }
}
