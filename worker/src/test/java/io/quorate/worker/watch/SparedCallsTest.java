package io.quorate.worker.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.client.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SparedCallsTest {
  private static final Outcome<String> AWAY = Outcome.missed(Outcome.Reason.UNREACHABLE, "away");

  private long now;
  private final SparedCalls temporal = new SparedCalls(() -> now);
  private final List<String> made = new ArrayList<>();

  @Test
  void triesACallEverySomeSecondsWhileTemporalIsAway() {
    ask("first", AWAY, Duration.ofSeconds(5));
    ask("at once", AWAY, Duration.ofSeconds(5));
    pass(Duration.ofSeconds(5));
    temporal.ask(
        () -> {
          made.add("tried");
          ask("during the try", AWAY, Duration.ZERO);
          pass(Duration.ofSeconds(5));
          return AWAY;
        });
    ask("after the try", AWAY, Duration.ofSeconds(5));

    assertThat(made).containsExactly("first", "tried");
  }

  @Test
  void callsGoOnAfterOneThatWasAnswered() {
    ask("first", AWAY, Duration.ofSeconds(5));
    pass(Duration.ofSeconds(5));
    ask("tried", new Outcome.Done<>("there"), Duration.ofSeconds(5));
    ask("next", new Outcome.Done<>("there"), Duration.ZERO);

    assertThat(made).containsExactly("first", "tried", "next");
  }

  @Test
  void aCallThatIsRefusedAtOnceSparesNoOther() {
    ask("first", AWAY, Duration.ofMillis(100));
    ask("next", AWAY, Duration.ofMillis(100));

    assertThat(made).containsExactly("first", "next");
  }

  private void ask(String name, Outcome<String> answer, Duration takes) {
    Outcome<String> got =
        temporal.ask(
            () -> {
              made.add(name);
              pass(takes);
              return answer;
            });
    assertThat(got.answer()).isEqualTo(made.contains(name) ? answer.answer() : AWAY.answer());
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
