package io.quorate.ssh;

import io.quorate.port.Failure;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.sshd.client.channel.ChannelExec;
import org.jspecify.annotations.Nullable;

/**
 * The one connection to a host: opened when somebody needs it, once for all who ask meanwhile, kept
 * while it is open. A failure is kept as well, for a moment, so that a host in trouble is not
 * hammered; each who asks is told of it.
 */
final class KeptConnection {
  private static final Duration BACK_OFF = Duration.ofSeconds(1);

  private final String name;
  private final Supplier<Connection> connect;
  private @Nullable Attempt attempt;
  private boolean closed;

  KeptConnection(String name, Supplier<Connection> connect) {
    this.name = name;
    this.connect = connect;
  }

  /**
   * The open connection.
   *
   * @param deadline of {@link System#nanoTime()}
   */
  private Connection get(long deadline) throws InterruptedException {
    try {
      long left = Math.max(0, deadline - System.nanoTime());
      return current().result.get(left, TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw anew(e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw new Failure.Unreached(
          "nothing was done: the connection to " + name + " was not there in time", e);
    }
  }

  /** Starts a command, on a new connection where the kept one turns out to be gone. */
  ChannelExec start(String command, Consumer<ChannelExec> prepare, long deadline) {
    return onConnection(deadline, connection -> connection.start(command, prepare));
  }

  /** Something that needs a channel, and has not reached the host when it throws {@code Lost}. */
  @FunctionalInterface
  interface OnConnection<T> {
    T on(Connection connection) throws Connection.Lost;
  }

  /**
   * Takes a place and does what is asked, which gives the place back.
   *
   * @param deadline of {@link System#nanoTime()}
   */
  <T> T onConnection(long deadline, OnConnection<T> action) {
    try {
      try {
        return once(deadline, action);
      } catch (Connection.Lost first) {
        return once(deadline, action);
      }
    } catch (Connection.Lost e) {
      throw new Failure.Transient("nothing was done: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure.Transient("nothing was done on " + name + ": it was interrupted", e);
    }
  }

  private <T> T once(long deadline, OnConnection<T> action)
      throws Connection.Lost, InterruptedException {
    Connection connection = get(deadline);
    connection.takePlace(deadline);
    return action.on(connection);
  }

  synchronized void close() {
    closed = true;
    if (attempt != null) {
      // Also one that is still on its way.
      var unused = attempt.result.thenAccept(Connection::close);
    }
  }

  private synchronized Attempt current() {
    if (closed) {
      throw new Failure.Transient("nothing was done: the connections to hosts are being closed");
    }
    var present = attempt;
    if (present == null || !present.isUsable()) {
      present = new Attempt();
      attempt = present;
      present.start(connect, name);
    }
    return present;
  }

  /** Each who is told gets an exception of its own, with its own stack. */
  private static Failure anew(Throwable cause) {
    String sentence = String.valueOf(cause.getMessage());
    if (cause instanceof Failure.Unreached) {
      return new Failure.Unreached(sentence, cause);
    }
    return cause instanceof Failure.Transient
        ? new Failure.Transient(sentence, cause)
        : new Failure.Fault(sentence, cause);
  }

  private static final class Attempt {
    final CompletableFuture<Connection> result = new CompletableFuture<>();
    private volatile long ended;

    /** Connecting has a thread of its own: who gives up waiting does not end it for others. */
    void start(Supplier<Connection> connect, String name) {
      Thread.ofVirtual()
          .name("ssh-connect-" + name)
          .start(
              () -> {
                try {
                  Connection connection = connect.get();
                  result.complete(connection);
                } catch (RuntimeException | Error e) {
                  ended = System.nanoTime();
                  result.completeExceptionally(e);
                }
              });
    }

    boolean isUsable() {
      return switch (result.state()) {
        case RUNNING -> true;
        case SUCCESS -> result.resultNow().isOpen();
        case FAILED, CANCELLED -> System.nanoTime() - ended < BACK_OFF.toNanos();
      };
    }
  }
}
