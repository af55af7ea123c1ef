package io.quorate.playground;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * A way to a server on which every byte needs this long in each direction, for kernels without
 * {@code netem}. Much can be on the way at once, so that there is no limit on the rate.
 */
final class DelayingLink implements AutoCloseable {
  private final ServerSocket entry = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final String address;
  private final int port;
  private final long nanos;

  DelayingLink(String address, int port, long nanos) throws IOException {
    this.address = address;
    this.port = port;
    this.nanos = nanos;
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return entry.getLocalPort();
  }

  /** Some bytes, and when they arrive; none at the end. */
  @SuppressWarnings("ArrayRecordComponent") // passed on as it was read
  private record Sent(byte[] bytes, long arrival) {}

  private void accept() {
    try {
      while (!entry.isClosed()) {
        Socket here = entry.accept();
        Socket there = new Socket(address, port);
        here.setTcpNoDelay(true);
        there.setTcpNoDelay(true);
        carry(here, there);
        carry(there, here);
      }
    } catch (IOException closed) {
      return;
    }
  }

  private void carry(Socket from, Socket to) {
    BlockingQueue<Sent> way = new LinkedBlockingQueue<>();
    Thread.ofPlatform().daemon().start(() -> send(from, way));
    Thread.ofPlatform().daemon().start(() -> arrive(way, to));
  }

  private void send(Socket from, BlockingQueue<Sent> way) {
    try {
      InputStream in = from.getInputStream();
      byte[] block = new byte[1 << 16];
      for (int read = in.read(block); read >= 0; read = in.read(block)) {
        byte[] bytes = new byte[read];
        System.arraycopy(block, 0, bytes, 0, read);
        way.add(new Sent(bytes, System.nanoTime() + nanos));
      }
      way.add(new Sent(new byte[0], System.nanoTime() + nanos));
    } catch (IOException cut) {
      way.add(new Sent(new byte[0], System.nanoTime() + nanos));
    }
  }

  private static void arrive(BlockingQueue<Sent> way, Socket to) {
    try (to) {
      OutputStream out = to.getOutputStream();
      for (Sent next = way.take(); next.bytes().length > 0; next = way.take()) {
        while (next.arrival() - System.nanoTime() > 0) {
          LockSupport.parkNanos(next.arrival() - System.nanoTime());
        }
        out.write(next.bytes());
      }
    } catch (IOException | InterruptedException cut) {
      return;
    }
  }

  @Override
  public void close() throws IOException {
    entry.close();
  }
}
