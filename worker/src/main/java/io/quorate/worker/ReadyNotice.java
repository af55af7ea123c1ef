package io.quorate.worker;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notice to systemd that a process is ready, for a unit of {@code Type=notify} (sd_notify(3)). It
 * is a datagram to a Unix socket, which Java cannot send, so a program of systemd sends it.
 */
final class ReadyNotice {
  private static final Logger LOG = LoggerFactory.getLogger(ReadyNotice.class);
  private static final int LIMIT_SECONDS = 10;

  private ReadyNotice() {}

  /** Sends the notice where this environment has the socket of systemd. */
  static void send(Map<String, String> environment) throws InterruptedException {
    if (!environment.containsKey("NOTIFY_SOCKET")) {
      return;
    }
    try {
      Process program = new ProcessBuilder("systemd-notify", "--ready").inheritIO().start();
      if (!program.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        program.destroyForcibly();
        LOG.warn("systemd-notify did not end within {} s", LIMIT_SECONDS);
      }
    } catch (IOException absent) {
      LOG.warn("systemd does not learn that the process is ready", absent);
    }
  }
}
