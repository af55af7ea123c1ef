package io.quorate.worker;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.quorate.configuration.HostPort;
import io.quorate.configuration.TemporalSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the log says while a worker waits for a Temporal that is not there. */
class TemporalAwayTest {
  private final LinkedBlockingQueue<String> said = new LinkedBlockingQueue<>();
  private final Logger log = (Logger) LoggerFactory.getLogger(TemporalConnection.class);
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          said.add(event.getFormattedMessage());
        }
      };

  @BeforeEach
  void listen() {
    appender.start();
    log.addAppender(appender);
  }

  @AfterEach
  void stop() {
    log.detachAppender(appender);
  }

  @Test
  void aWaitIsSaidAtOnceAndAgainAndAgain() throws InterruptedException {
    try (TemporalConnection nowhere = new TemporalConnection(settings())) {
      Thread waiting =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      nowhere.awaitAnswer(Duration.ofMillis(500));
                    } catch (InterruptedException told) {
                      Thread.currentThread().interrupt();
                    }
                  });
      assertThat(said.poll(20, TimeUnit.SECONDS))
          .startsWith("Temporal does not answer at 127.0.0.1:1 (UNAVAILABLE: ")
          .contains("Connection refused", "waiting for it, ")
          .doesNotContain("Exception", " at java.");
      assertThat(said.poll(20, TimeUnit.SECONDS)).startsWith("Temporal does not answer");
      assertThat(said.poll(20, TimeUnit.SECONDS)).startsWith("Temporal does not answer");
      waiting.interrupt();
      waiting.join();
    }
  }

  private static TemporalSettings settings() {
    return new TemporalSettings(
        new HostPort("127.0.0.1", 1),
        "default",
        "quorate",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
