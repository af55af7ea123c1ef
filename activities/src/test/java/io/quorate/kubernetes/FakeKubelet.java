package io.quorate.kubernetes;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.java_websocket.WebSocket;
import org.java_websocket.drafts.Draft_6455;
import org.java_websocket.handshake.ClientHandshake;
import org.java_websocket.protocols.Protocol;
import org.java_websocket.server.WebSocketServer;

/**
 * A server that starts programs as a kubelet does, on this machine: the same streams, the same
 * status, and an input that ends with the connection only.
 */
final class FakeKubelet extends WebSocketServer implements AutoCloseable {
  private final CountDownLatch up = new CountDownLatch(1);
  private final Map<WebSocket, Process> programs = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private volatile long babblesAfter = Long.MAX_VALUE;

  FakeKubelet() throws InterruptedException {
    super(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        List.of(new Draft_6455(List.of(), List.of(new Protocol(PodChannel.PROTOCOL)))));
    start();
    up.await();
  }

  /** A kubeconfig that leads here. */
  ApiSource source(Path folder) throws IOException {
    return FakeApiServer.source(folder, "http://127.0.0.1:" + getPort());
  }

  /** What was asked for, as it came. */
  List<String> requests() {
    return requests;
  }

  /** Sends everything twice that a program prints after so many bytes. */
  void babblesAfter(long bytes) {
    babblesAfter = bytes;
  }

  /** Breaks all connections; what runs goes on. */
  void cut() {
    getConnections().forEach(each -> each.closeConnection(1006, "cut"));
  }

  @Override
  public void onStart() {
    up.countDown();
  }

  @Override
  public void onOpen(WebSocket socket, ClientHandshake handshake) {
    requests.add(handshake.getResourceDescriptor());
    try {
      Process program = new ProcessBuilder(command(handshake.getResourceDescriptor())).start();
      programs.put(socket, program);
      Thread output = pump(program.getInputStream(), (byte) 1, socket);
      Thread errors = pump(program.getErrorStream(), (byte) 2, socket);
      Thread.ofVirtual().start(() -> tellTheEnd(program, socket, output, errors));
    } catch (IOException e) {
      tell(
          socket,
          "{'status':'Failure','reason':'InternalError','message':'%s'}",
          "exec: \\\"none\\\": no such file or directory");
    }
  }

  private static List<String> command(String uri) {
    List<String> words = new ArrayList<>();
    for (String parameter : URI.create(uri).getRawQuery().split("&")) {
      if (parameter.startsWith("command=")) {
        words.add(URLDecoder.decode(parameter.substring(8), StandardCharsets.UTF_8));
      }
    }
    return words;
  }

  private Thread pump(InputStream from, byte stream, WebSocket to) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try (from) {
                byte[] bytes = new byte[32 * 1024];
                long all = 0;
                for (int read = from.read(bytes); read >= 0; read = from.read(bytes)) {
                  send(to, stream, bytes, read);
                  all += read;
                  if (all > babblesAfter) {
                    send(to, stream, bytes, read);
                  }
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  private static void send(WebSocket to, byte stream, byte[] bytes, int length) {
    if (to.isOpen()) {
      to.send(ByteBuffer.allocate(1 + length).put(stream).put(bytes, 0, length).flip());
    }
  }

  private static void tellTheEnd(Process program, WebSocket to, Thread output, Thread errors) {
    try {
      int exit = program.waitFor();
      output.join();
      errors.join();
      tell(
          to,
          exit == 0
              ? "{'status':'Success'}"
              : "{'status':'Failure','reason':'NonZeroExitCode','message':'it ended',"
                  + "'details':{'causes':[{'reason':'ExitCode','message':'%s'}]}}",
          Integer.toString(exit));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void tell(WebSocket to, String status, String word) {
    byte[] bytes = status.replace('\'', '"').formatted(word).getBytes(StandardCharsets.UTF_8);
    send(to, (byte) 3, bytes, bytes.length);
    to.close(1000);
  }

  @Override
  public void onMessage(WebSocket socket, ByteBuffer message) {
    if (!message.hasRemaining()) {
      return;
    }
    try {
      message.get();
      byte[] bytes = new byte[message.remaining()];
      message.get(bytes);
      OutputStream input = programs.get(socket).getOutputStream();
      input.write(bytes);
      input.flush();
    } catch (IOException e) {
      // The program has ended, or reads nothing.
      programs.remove(socket);
    }
  }

  @Override
  public void onMessage(WebSocket socket, String message) {
    throw new AssertionError("a text was sent: " + message);
  }

  @Override
  public void onClose(WebSocket socket, int code, String reason, boolean remote) {
    Process program = programs.remove(socket);
    try {
      if (program != null) {
        program.getOutputStream().close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void onError(WebSocket socket, Exception e) {
    requests.add("error: " + e);
  }

  @Override
  public void close() throws IOException {
    try {
      stop(1000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
