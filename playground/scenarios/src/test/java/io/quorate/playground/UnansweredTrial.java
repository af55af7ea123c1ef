package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Nobody answers for an hour, with the times as they are shipped: reminders in Slack, and one page
 * through a real Prometheus and Alertmanager with the latter's own times. By its name alone, for it
 * takes over an hour; {@code -Dquorate.unanswered=lost-majority} names the scenarios, {@code
 * -Dquorate.minutes} how long nobody answers.
 */
class UnansweredTrial {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Duration SILENCE =
      Duration.ofMinutes(Integer.getInteger("quorate.minutes", 61));
  private static final Duration END = Duration.ofMinutes(5);
  private static final Report REPORT = new Report("unanswered");

  static Stream<String> scenarios() {
    return Stream.of(
        System.getProperty("quorate.unanswered", "lost-member,lost-majority").split(","));
  }

  @AfterAll
  static void publish() throws Exception {
    REPORT.publish();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenarios")
  void remindersAndOnePageInAnHour(String name) throws Exception {
    Scenario scenario = Scenarios.named(name);
    Stage stage = STAGES.forScenario(scenario, "3.6");
    try (var monitoring =
        Monitoring.of(stage, UnaryOperator.identity(), "group_wait: 30s, group_interval: 5m")) {
      var unanswered = Unanswered.of(stage, monitoring, scenario);
      unanswered.awaitAge(SILENCE);
      REPORT.line("\n## %s, nobody answers for %d min\n", name, SILENCE.toMinutes());
      unanswered.tell(REPORT);
      REPORT.line(
          "\nignored by the webhook: %s; begun: %s",
          unanswered.ownAlertsIgnored(), unanswered.begunSince());
      REPORT.publish();
      assertThat(unanswered.ownAlertsIgnored()).isPositive();
      assertThat(unanswered.begunSince()).isEmpty();
      int before = unanswered.pages().size();
      unanswered.isAnswered(END);
      unanswered.awaitPages(before + 1, Duration.ofMinutes(10));
      REPORT.line("\nAfter the answer:\n");
      unanswered.tell(REPORT);
    }
  }
}
