package io.quorate.worker.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.observation.Polling;
import io.quorate.worker.selftest.Course.Missed;
import io.quorate.worker.selftest.Course.Part;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CourseTest {
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger asked = new AtomicInteger();
  private final Course course =
      new Course(
          Duration.ofSeconds(10),
          new Polling(
              Duration.ofSeconds(1), nanos::get, pause -> nanos.addAndGet(pause.toNanos())));

  @Test
  void aCourseOfWhichEveryStageIsReachedHasMissedNone() {
    assertThat(course.through(List.of(reached(Stage.ALERT), reached(Stage.FINDING)))).isEmpty();
  }

  @Test
  void theFirstStageThatIsNotReachedIsNamedAndNoLaterOneIsTried() {
    Part silent = new Part(Stage.QUESTION, () -> Optional.of("nobody asks"));

    Optional<Missed> missed =
        course.through(List.of(reached(Stage.FINDING), silent, reached(Stage.MESSAGE)));

    assertThat(missed).contains(new Missed(Stage.QUESTION, "nobody asks"));
    assertThat(missed.orElseThrow().sentence())
        .isEqualTo("The self-test did not reach its stage question: nobody asks");
    assertThat(asked).hasValue(1);
  }

  @Test
  void everyStageHasTheWholeLimit() {
    Part first = new Part(Stage.ALERT, () -> waited(9) ? Optional.empty() : Optional.of("soon"));
    Part second =
        new Part(Stage.FINDING, () -> waited(18) ? Optional.empty() : Optional.of("soon"));

    assertThat(course.through(List.of(first, second))).isEmpty();
  }

  @Test
  void aStageThatThrowsIsTriedAgainAndNamedWithTheReason() {
    AtomicInteger times = new AtomicInteger();
    Part broken =
        new Part(
            Stage.DECISION,
            () -> {
              times.incrementAndGet();
              throw new IllegalStateException("503: no worker");
            });

    assertThat(course.through(List.of(broken)).orElseThrow().sentence())
        .contains("its stage decision")
        .contains("503: no worker");
    assertThat(times).hasValueGreaterThan(5);
  }

  @Test
  void aWorkerThatStopsMissesNoStage() {
    Part interrupted =
        new Part(
            Stage.END,
            () -> {
              Thread.currentThread().interrupt();
              throw new IllegalStateException("the worker is stopping");
            });

    assertThatThrownBy(() -> course.through(List.of(interrupted)))
        .hasMessage("the worker is stopping");
    assertThat(Thread.interrupted()).isTrue();
  }

  private boolean waited(int seconds) {
    return nanos.get() >= Duration.ofSeconds(seconds).toNanos();
  }

  private Part reached(Stage stage) {
    return new Part(
        stage,
        () -> {
          asked.incrementAndGet();
          return Optional.empty();
        });
  }
}
