package io.quorate.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A way to a server that can go silent, as a cable that is cut: nobody is told. */
final class FrozenLink implements AutoCloseable {
  private final ServerSocket entry;
  private volatile int port;
  private final List<Pipe> pipes = new CopyOnWriteArrayList<>();

  FrozenLink(int port) throws IOException {
    this.port = port;
    this.entry = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return entry.getLocalPort();
  }

  /** From now on nothing passes on the connections that are open; new ones are as before. */
  void freeze() {
    pipes.forEach(Pipe::freeze);
  }

  /** From now on it leads to another server; what was open is cut. */
  void leadTo(int other) throws IOException {
    port = other;
    for (Pipe each : pipes) {
      each.close();
    }
  }

  private void accept() {
    try {
      while (!entry.isClosed()) {
        Socket here = entry.accept();
        Socket there = new Socket(InetAddress.getLoopbackAddress(), port);
        pipes.add(new Pipe(here, there));
        pipes.add(new Pipe(there, here));
      }
    } catch (IOException e) {
      // Closed by the test.
      return;
    }
  }

  private static final class Pipe {
    private final Socket from;
    private final Socket to;
    private volatile boolean frozen;

    Pipe(Socket from, Socket to) {
      this.from = from;
      this.to = to;
      Thread.ofVirtual().start(this::pump);
    }

    void freeze() {
      frozen = true;
    }

    private void pump() {
      byte[] block = new byte[8192];
      try {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        for (int read = in.read(block); read >= 0; read = in.read(block)) {
          if (!frozen) {
            out.write(block, 0, read);
          }
        }
        if (!frozen) {
          to.close();
        }
      } catch (IOException e) {
        // One side is gone.
        return;
      }
    }

    void close() throws IOException {
      from.close();
      to.close();
    }
  }

  @Override
  public void close() throws IOException {
    entry.close();
    for (Pipe each : pipes) {
      each.close();
    }
  }
}
