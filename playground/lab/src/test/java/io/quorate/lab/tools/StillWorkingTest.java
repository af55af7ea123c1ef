package io.quorate.lab.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is said while a tool is built. */
class StillWorkingTest {
  private final List<String> told = new CopyOnWriteArrayList<>();

  @Test
  void progressIsRepeatedWhileTheWorkRuns() throws Exception {
    var twice = new CountDownLatch(2);
    var still =
        new StillWorking(
            sentence -> {
              told.add(sentence);
              twice.countDown();
            },
            Duration.ofMillis(1));

    boolean heard = still.during("building temporal", () -> twice.await(30, TimeUnit.SECONDS));

    assertThat(heard).isTrue();
    assertThat(told).hasSizeGreaterThanOrEqualTo(2);
    assertThat(told.getFirst()).matches("building temporal, \\d+ s by now");
  }

  @Test
  void workThatFailsAtOnceReportsNoProgress() {
    var still = new StillWorking(told::add, Duration.ofHours(1));

    assertThatThrownBy(
            () ->
                still.during(
                    "building etcd",
                    () -> {
                      throw new IOException("no go");
                    }))
        .hasMessage("no go");
    assertThat(told).isEmpty();
  }
}
