package io.quorate.slack;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Await;
import io.quorate.slack.Pace.Turn;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PaceTest {
  private final Pace pace = new Pace(Duration.ofSeconds(1));
  private final Queue<Turn> written = new ConcurrentLinkedQueue<>();

  @Test
  void aWakingMessageGoesBeforeLinesAndASummaryBeforeMessages() throws Exception {
    pace.await(Turn.REST);
    List<Thread> waiting =
        List.of(Turn.REST, Turn.REST, Turn.WAKING, Turn.SUMMARY).stream()
            .map(this::writer)
            .toList();
    for (Thread one : waiting) {
      one.start();
      Await.until("a write that waits", Duration.ofSeconds(20), () -> waits(one));
    }
    for (Thread one : waiting) {
      one.join();
    }
    assertThat(written).containsExactly(Turn.REST, Turn.SUMMARY, Turn.WAKING, Turn.REST);
  }

  private Thread writer(Turn turn) {
    return new Thread(
        () -> {
          pace.await(turn);
          written.add(turn);
        });
  }

  private static boolean waits(Thread one) {
    return switch (one.getState()) {
      case WAITING, TIMED_WAITING, TERMINATED -> true;
      case NEW, RUNNABLE, BLOCKED -> false;
    };
  }
}
