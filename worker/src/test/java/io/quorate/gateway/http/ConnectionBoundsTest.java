package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Await;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
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

  /** An address that this machine has beside 127.0.0.1; what it sends to itself stays within it. */
  @Test
  @Tag("attack-32")
  void aNonLoopbackAddressGetsAFewConnectionsOnly() throws Exception {
    Optional<InetAddress> own =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
            .findFirst();
    Assumptions.assumeTrue(own.isPresent(), "this machine has 127.0.0.1 only");
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost(own.get().getHostAddress());
    server.addConnector(connector);
    server.addBean(new ConnectionBounds(server, 1000, 3, Duration.ofSeconds(40)));
    server.start();
    try {
      List<Boolean> closed = new ArrayList<>();
      for (int n = 0; n < 5; n++) {
        Socket socket = new Socket(own.get(), connector.getLocalPort());
        sockets.add(socket);
        closed.add(isClosed(socket));
      }
      assertThat(closed).containsExactly(false, false, false, true, true);
    } finally {
      server.stop();
    }
  }

  @Test
  @Tag("attack-33")
  void aBodyThatTricklesIsCutOffAndTheGatewayAnswersMeanwhile() throws Exception {
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
      // A byte a second: the time of the whole body is what is bounded.
      List<Socket> waiting = new ArrayList<>(sockets);
      Await.until(
          "all of them to be cut off",
          Duration.ofSeconds(40),
          () -> {
            waiting.removeIf(ConnectionBoundsTest::isCutOff);
            return waiting.isEmpty();
          });
    }
  }

  /** Writes one more byte; returns whether there is an answer, or the end of the stream. */
  private static boolean isCutOff(Socket socket) {
    try {
      socket.setSoTimeout(200);
      socket.getOutputStream().write(' ');
      assertThat(socket.getInputStream().read()).as("the end, or HTTP").isIn(-1, (int) 'H');
      return true;
    } catch (SocketTimeoutException open) {
      return false;
    } catch (IOException closed) {
      return true;
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
