package io.quorate.lab.machine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A free port of 127.0.0.1 that no other Quorate process takes, even while its server is down.
 *
 * <p>The reservation is a socket on the same port of 127.0.0.2: the kernel keeps that socket
 * exclusive between processes, frees it when this process ends, and still lets a server listen on
 * 127.0.0.1.
 */
public record ReservedPort(int number, ServerSocket reservation) implements AutoCloseable {

  private static final int LOWEST = 20_000;

  /** The highest reservable port. Linux takes ports from 32768 upwards for outgoing connections. */
  private static final int HIGHEST = 32_767;

  private static final int ATTEMPTS = 1_000;

  /**
   * Reserves a port on which nobody listens.
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

  /** Reserves several ports; releases all of them when one cannot be had. */
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
