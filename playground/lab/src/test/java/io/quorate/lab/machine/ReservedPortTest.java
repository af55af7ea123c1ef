package io.quorate.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class ReservedPortTest {

  @Test
  void a_reserved_port_can_be_listened_on_and_lies_below_those_of_outgoing_connections()
      throws IOException {
    try (var port = ReservedPort.take();
        var server = new ServerSocket(port.number(), 1, InetAddress.getByName("127.0.0.1"))) {
      assertThat(server.isBound()).isTrue();
      assertThat(port.number()).isBetween(20_000, 32_767);
    }
  }

  @Test
  void nobody_reserves_it_a_second_time() throws IOException {
    try (var port = ReservedPort.take()) {
      var reservation = InetAddress.getByName("127.0.0.2");

      assertThatThrownBy(() -> new ServerSocket(port.number(), 1, reservation).close())
          .isInstanceOf(IOException.class);
    }
  }
}
