package io.quorate.lab.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TemporalServerTest {

  @Test
  void server_and_page_listen_on_loopback_and_the_state_is_in_a_file() {
    var command = TemporalServer.command(Path.of("/t/temporal"), Path.of("/d"), 20001, 20002);

    assertThat(String.join(" ", command))
        .isEqualTo(
            "/t/temporal server start-dev --headless=false --db-filename /d/temporal.db"
                + " --ip 127.0.0.1 --port 20001 --ui-port 20002 --log-level warn");
  }
}
