package io.quorate.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.quorate.cluster.CleanText;
import io.quorate.shell.MarkedRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The connection to a program in a pod: one WebSocket whose messages begin with the number of a
 * stream (v4.channel.k8s.io). A client cannot end the program's input and leave its output open, so
 * a program has to be told how many bytes come.
 */
final class PodChannel implements WebSocket.Listener, MarkedRun.Way {
  static final String PROTOCOL = "v4.channel.k8s.io";

  /** The exit status of a program that did not start; {@link #word} says why. */
  static final int NOT_STARTED = -1;

  private static final byte INPUT = 0;
  private static final byte OUTPUT = 1;
  private static final byte ERRORS = 2;
  private static final byte STATUS = 3;

  private static final int FRAME = 64 * 1024;
  private static final Duration BEAT = Duration.ofSeconds(2);
  private static final Duration QUIET = Duration.ofSeconds(4);
  private static final long LOOK_AGAIN_NANOS = 500_000;
  private static final int LONGEST_WORD = 400;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final PodOutputs outputs;
  private final BooleanSupplier clientIsClosed;
  private final long deadline;
  private final ReentrantLock sending = new ReentrantLock();
  private volatile @Nullable WebSocket socket;
  private volatile @Nullable Integer exit;
  private volatile String word = "";
  private volatile boolean closed;
  private volatile long heard = System.nanoTime();

  /**
   * A channel that is not open.
   *
   * @param clientIsClosed whether the client that opens it was closed, which closes it too
   * @param deadline of {@link System#nanoTime()}, for what is sent
   */
  PodChannel(PodOutputs outputs, BooleanSupplier clientIsClosed, long deadline) {
    this.outputs = outputs;
    this.clientIsClosed = clientIsClosed;
    this.deadline = deadline;
  }

  @Override
  public void onOpen(WebSocket open) {
    socket = open;
    beatLater();
  }

  /**
   * Sends an empty message now and then while nothing comes, which the other side passes over.
   * Nothing in between takes the connection for idle then, and the end of a connection is noticed:
   * what is read does not always show it. While output comes, nothing is sent. A message that
   * arrives after the end of the program would reset the connection, and with it the end of the
   * output on its way.
   */
  private void beatLater() {
    CompletableFuture.delayedExecutor(
            BEAT.toMillis(), TimeUnit.MILLISECONDS, task -> Thread.ofVirtual().start(task))
        .execute(this::beat);
  }

  private void beat() {
    if (closed) {
      return;
    }
    if (clientIsClosed.getAsBoolean()) {
      // The client leaves open connections as they are.
      close();
      end("the client was closed");
      return;
    }
    try {
      if (System.nanoTime() - heard > QUIET.toNanos()) {
        sendMessage(ByteBuffer.allocate(0));
      }
      beatLater();
    } catch (IOException gone) {
      end(String.valueOf(gone.getMessage()));
    }
  }

  @Override
  public void onMessage(WebSocket from, ByteBuffer message) {
    heard = System.nanoTime();
    if (message.remaining() > 1) {
      byte stream = message.get();
      byte[] bytes = new byte[message.remaining()];
      message.get(bytes);
      try {
        take(stream, bytes);
      } catch (IOException | UncheckedIOException e) {
        // Whoever reads has had enough, or cannot keep it.
        end(String.valueOf(e.getMessage()));
        close();
        return;
      }
    }
    from.request();
  }

  @Override
  public void onMessage(WebSocket from, String text) {
    // The protocol has no texts.
    from.request();
  }

  @Override
  public void onClose(WebSocket from, int code, String reason) {
    end("the API server closed the connection, %d %s".formatted(code, reason).strip());
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    end(String.valueOf(error.getMessage()));
  }

  /** Nothing comes any more. Why is told where the program's status has not come. */
  private void end(String why) {
    if (exit == null && word.isEmpty()) {
      word = CleanText.line("the connection broke: " + why, LONGEST_WORD);
    }
    closed = true;
    outputs.closed().run();
  }

  private void take(byte stream, byte[] bytes) throws IOException {
    switch (stream) {
      case OUTPUT -> outputs.output().write(bytes, 0, bytes.length);
      case ERRORS -> outputs.errors().write(bytes, 0, bytes.length);
      case STATUS -> takeStatus(new String(bytes, StandardCharsets.UTF_8));
      default -> throw new IOException("the pod sent what is no stream of a program");
    }
  }

  private void takeStatus(String text) throws JsonProcessingException {
    JsonNode status = MAPPER.readTree(text);
    word = CleanText.line(status.path("message").asText(), LONGEST_WORD);
    exit = exit(status);
    outputs.changed().run();
  }

  private static int exit(JsonNode status) {
    if (status.path("status").asText().equals("Success")) {
      return 0;
    }
    if (status.path("reason").asText().equals("NonZeroExitCode")) {
      for (JsonNode cause : status.path("details").path("causes")) {
        if (cause.path("reason").asText().equals("ExitCode")) {
          return cause.path("message").asInt(NOT_STARTED);
        }
      }
    }
    return NOT_STARTED;
  }

  @Override
  public @Nullable Integer exit() {
    return exit;
  }

  /** The words of the other side with the status, or why the channel was closed. */
  String word() {
    return word;
  }

  /** Sends bytes to the program's input, and waits until they are on their way. */
  void send(byte[] bytes) throws IOException {
    for (int at = 0; at < bytes.length; at += FRAME) {
      int length = Math.min(FRAME, bytes.length - at);
      sendMessage(ByteBuffer.allocate(1 + length).put(INPUT).put(bytes, at, length).flip());
    }
  }

  private void sendMessage(ByteBuffer message) throws IOException {
    sending.lock();
    try {
      WebSocket to = socket;
      if (to == null || closed || !to.send(message)) {
        throw new IOException("the connection to the pod is gone");
      }
      awaitSent(to);
    } finally {
      sending.unlock();
    }
  }

  /** A second message must not be sent before the first one is. */
  private void awaitSent(WebSocket to) throws IOException {
    while (to.queueSize() > 0) {
      if (closed || Thread.currentThread().isInterrupted() || System.nanoTime() - deadline > 0) {
        throw new IOException("the pod did not take its input in time");
      }
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
  }

  /** Takes an answer, and sends it with a line before it that says how many bytes it has. */
  @Override
  public OutputStream input() {
    return new ByteArrayOutputStream() {
      @Override
      public void close() throws IOException {
        send((size() + "\n").getBytes(StandardCharsets.US_ASCII));
        send(toByteArray());
      }
    };
  }

  /** Closes the connection: the program sees the end of its input, and is not ended by that. */
  void close() {
    closed = true;
    WebSocket open = socket;
    if (open != null) {
      open.sendClose(1000, "");
    }
  }
}
