package io.quorate.lab.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TemporalServerTest {

  @Test
  void the_server_listens_on_loopback_with_its_page_and_keeps_its_state_in_a_file() {
    var command = TemporalServer.command(Path.of("/t/temporal"), Path.of("/d"), 20001, 20002);

    assertThat(String.join(" ", command))
        .isEqualTo(
            "/t/temporal server start-dev --headless=false --db-filename /d/temporal.db"
                + " --ip 127.0.0.1 --port 20001 --ui-port 20002 --log-level warn");
  }
}
