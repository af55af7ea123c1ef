package io.quorate.lab.machine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A free port of 127.0.0.1 that no other Quorate process takes, even while our server is down.
 *
 * <p>The reservation is a socket on the same port of 127.0.0.2: the kernel keeps it exclusive
 * between processes and frees it when we die, and a server on 127.0.0.1 is not in its way.
 */
public record ReservedPort(int number, ServerSocket reservation) implements AutoCloseable {

  private static final int LOWEST = 20_000;

  /** Above it the kernel gives ports to outgoing connections, and one of them may be ours. */
  private static final int HIGHEST = 32_767;

  private static final int ATTEMPTS = 1_000;

  /**
   * Takes a port that nobody listens on.
   *
   * @throws IOException when a thousand attempts found none
   */
  public static ReservedPort take() throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST + 1);
      try {
        var reservation = bound("127.0.0.2", port);
        try {
          bound("127.0.0.1", port).close();
          return new ReservedPort(port, reservation);
        } catch (IOException taken) {
          reservation.close();
        }
      } catch (IOException taken) {
        continue;
      }
    }
    throw new IOException("no free port between " + LOWEST + " and " + HIGHEST);
  }

  /** Takes several; those taken are given back when one cannot be had. */
  public static List<ReservedPort> take(int count) throws IOException {
    var ports = new ArrayList<ReservedPort>();
    try {
      while (ports.size() < count) {
        ports.add(take());
      }
      return List.copyOf(ports);
    } catch (IOException none) {
      for (ReservedPort port : ports) {
        port.close();
      }
      throw none;
    }
  }

  private static ServerSocket bound(String address, int port) throws IOException {
    var socket = new ServerSocket();
    try {
      socket.bind(new InetSocketAddress(InetAddress.getByName(address), port), 1);
      return socket;
    } catch (IOException taken) {
      socket.close();
      throw taken;
    }
  }

  @Override
  public void close() throws IOException {
    reservation.close();
  }
}
