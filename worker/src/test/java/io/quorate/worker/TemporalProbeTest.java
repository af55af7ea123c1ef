package io.quorate.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.configuration.HostPort;
import io.quorate.configuration.TemporalSettings;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.Test;

/** What {@code check} says of a Temporal that is not there. */
class TemporalProbeTest {
  @Test
  void aHostThatNobodyKnowsIsOneLineAndNothingIsLogged() {
    ByteArrayOutputStream logged = new ByteArrayOutputStream();
    StreamHandler handler = new StreamHandler(logged, new SimpleFormatter());
    Logger root = Logger.getLogger("");
    root.addHandler(handler);
    try {
      TemporalSettings nowhere =
          new TemporalSettings(
              new HostPort("nowhere.invalid", 7233),
              "default",
              "quorate",
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty());
      assertThat(new TemporalProbe(nowhere).trouble())
          .hasValueSatisfying(why -> assertThat(why).contains("nowhere.invalid").hasLineCount(1));
    } finally {
      root.removeHandler(handler);
      handler.close();
    }
    assertThat(logged.toString(StandardCharsets.UTF_8)).isEmpty();
  }
}
