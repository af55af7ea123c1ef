package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConnectionBoundsTest {
  private final List<Socket> sockets = new ArrayList<>();

  @AfterEach
  void hangUp() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  @Test
  @Tag("attack-32")
  void ofTooManySlowHeadersTheExcessIsRefusedAndTheGatewayAnswers() throws IOException {
    try (RunningGateway gateway = RunningGateway.start()) {
      for (int n = 0; n < 1_000; n++) {
        slowHeaders(gateway.gateway().port());
      }
      int refused = 0;
      for (int n = 0; n < 20; n++) {
        refused += isClosed(slowHeaders(gateway.gateway().port())) ? 1 : 0;
      }
      assertThat(refused).isGreaterThanOrEqualTo(19);

      for (Socket socket : sockets.subList(0, 100)) {
        socket.close();
      }
      assertThat(gateway.get("/healthz").status()).isEqualTo(200);
    }
  }

  @Test
  @Tag("attack-32")
  void aConnectionWhoseFirstRequestDoesNotEndIsClosed() throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.addBean(new ConnectionBounds(server, 1000, 100, Duration.ofMillis(200)));
    server.start();
    try {
      Socket slow = slowHeaders(connector.getLocalPort());
      slow.setSoTimeout(20_000);
      assertThat(slow.getInputStream().read()).as("the end of the stream").isEqualTo(-1);
    } finally {
      server.stop();
    }
  }

  @Test
  @Tag("attack-33")
  void aBodyThatTricklesIsCutOffAndTheGatewayAnswersMeanwhile() throws IOException {
    try (RunningGateway gateway = RunningGateway.start()) {
      for (int n = 0; n < 5; n++) {
        Socket socket = new Socket("127.0.0.1", gateway.gateway().port());
        sockets.add(socket);
        String head =
            "POST /alerts/alertmanager HTTP/1.1\r\n"
                + "Host: 127.0.0.1\r\n"
                + "Content-Length: 9000\r\n\r\n"
                + "{";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      }
      assertThat(gateway.get("/healthz").status()).isEqualTo(200);
      for (Socket socket : sockets) {
        socket.setSoTimeout(40_000);
        trickle(socket);
        assertThat(socket.getInputStream().read()).as("an answer or the end").isNotZero();
      }
    }
  }

  /** One more byte, where the other end still takes it. */
  private static void trickle(Socket socket) {
    try {
      socket.getOutputStream().write(' ');
    } catch (IOException closed) {
      // It is cut off already, which is what the test waits for.
      assertThat(closed).hasMessageNotContaining("timed out");
    }
  }

  private Socket slowHeaders(int port) throws IOException {
    Socket socket = new Socket("127.0.0.1", port);
    sockets.add(socket);
    socket
        .getOutputStream()
        .write("GET / HTTP/1.1\r\nX-Slow: ".getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static boolean isClosed(Socket socket) throws IOException {
    socket.setSoTimeout(2_000);
    try {
      return socket.getInputStream().read() == -1;
    } catch (SocketTimeoutException open) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }
}
