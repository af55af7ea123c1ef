package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.Failure;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Logs with a directory of their own on their way to another host. */
class MovingLogsBetweenHostsTest extends MovingLogsTest {
  @Override
  Host host() {
    return new Elsewhere("10.0.0.1", new LocalHost());
  }

  @Override
  Host hostOfNext() {
    return new Elsewhere("10.0.0.2", new LocalHost());
  }

  /** One path on two hosts is two directories; here it is one all the same, and not empty. */
  @Test
  @Override
  void oneDirectoryForTheLogsOfBothPlacesIsRefused() throws IOException {
    logAt("wal", "wal");
    assertThatThrownBy(this::copy)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("is no copy of the log of");
  }
}
