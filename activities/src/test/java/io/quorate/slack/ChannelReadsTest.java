package io.quorate.slack;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.port.StateVersion;
import io.quorate.slack.ChannelReads.Found;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reads of the channel by many notifiers at one time. */
@Timeout(30)
class ChannelReadsTest {
  private static final Instant T0 = Instant.parse("2026-11-22T03:04:00Z");
  private static final Place PLACE = new Place("C1", "1.1", "content", new StateVersion(1, 1));

  private final AtomicInteger reads = new AtomicInteger();
  private final AtomicLong nanos = new AtomicLong();
  private boolean complete = true;

  @Test
  void aThousandThatWaitForAReadShareTheNextOne() throws Exception {
    CountDownLatch asked = new CountDownLatch(2 + 1000);
    ChannelReads channel =
        new ChannelReads(
            since -> {
              await(asked);
              return found(since);
            },
            () -> {
              asked.countDown();
              return nanos.incrementAndGet();
            });
    List<Future<Map<String, Place>>> all = new ArrayList<>();
    try (ExecutorService notifiers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int notifier = 0; notifier <= 1000; notifier++) {
        all.add(notifiers.submit(() -> channel.of("payments.1", T0)));
      }
    }

    assertThat(all).allMatch(one -> one.resultNow().equals(Map.of("question", PLACE)));
    assertThat(reads).hasValue(2);
  }

  @Test
  void aReadFromBeforeTheQuestionServesNobody() {
    ChannelReads channel = new ChannelReads(this::found, nanos::incrementAndGet);
    channel.of("payments.1", T0);
    channel.of("payments.1", T0);
    assertThat(reads).hasValue(2);
  }

  @Test
  void aChannelThatWasNotReadToItsEndIsReadForEachTimeAnew() {
    ChannelReads channel = new ChannelReads(this::found, () -> 1);
    channel.of("payments.1", T0);
    channel.of("payments.2", T0.plusSeconds(60));
    assertThat(reads).as("the read reached back to its time").hasValue(1);

    complete = false;
    channel.of("payments.1", T0.minusSeconds(60));
    channel.of("payments.2", T0);
    assertThat(reads).hasValue(3);
  }

  private Found found(Instant since) {
    reads.incrementAndGet();
    return new Found(complete, Map.of("payments.1", Map.of("question", PLACE)));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }
}
