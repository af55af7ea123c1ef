package io.quorate.ssh;

import io.quorate.port.Failure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.SshException;
import org.apache.sshd.common.channel.exception.SshChannelOpenException;
import org.apache.sshd.common.future.CancelOption;

/**
 * A login on a host, with the logins on the jump hosts that carry it. They end together, at the
 * latest when nobody has used the login for a while: a fleet has more hosts than one process can
 * have sessions.
 */
final class Connection {
  /** OpenSSH allows 10 channels (MaxSessions), and a command that was given up keeps its place. */
  static final int PLACES = 6;

  static final Duration CHANNEL_OPEN = Duration.ofSeconds(5);

  private final SshHop host;
  private final List<ClientSession> sessions;
  private final Duration idle;
  private final Semaphore places = new Semaphore(PLACES, true);
  private volatile long lastUse;

  /**
   * Creates a login that is unused so far.
   *
   * @param sessions in their order; the last is the host's
   * @param idle time after the last use when it ends
   */
  Connection(SshHop host, List<ClientSession> sessions, Duration idle) {
    this.host = host;
    this.sessions = List.copyOf(sessions);
    this.idle = idle;
    session().addCloseFutureListener(closed -> close());
    used();
  }

  /** No channel can be opened; nothing was asked of the host. */
  static final class Lost extends Exception {
    private static final long serialVersionUID = 1L;

    Lost(String sentence, Throwable cause) {
      super(sentence, cause);
    }
  }

  ClientSession session() {
    return sessions.getLast();
  }

  boolean isOpen() {
    return sessions.stream().allMatch(each -> each.isOpen() && each.isAuthenticated());
  }

  /**
   * Takes one of the host's places for channels.
   *
   * @param deadline of {@link System#nanoTime()}
   */
  void takePlace(long deadline) throws InterruptedException {
    long left = Math.max(0, deadline - System.nanoTime());
    if (!places.tryAcquire(left, TimeUnit.NANOSECONDS)) {
      throw new Failure.Transient(
          "nothing was done: %d scripts run on %s already, and none ended in time"
              .formatted(PLACES, host.name()));
    }
  }

  void givePlaceBack() {
    places.release();
    used();
  }

  private void used() {
    lastUse = System.nanoTime();
    CompletableFuture.delayedExecutor(idle.toNanos(), TimeUnit.NANOSECONDS)
        .execute(this::closeIfIdle);
  }

  /** Ends the login where nobody uses it. Who asks for a place just then gets another login. */
  private void closeIfIdle() {
    if (System.nanoTime() - lastUse >= idle.toNanos() && places.tryAcquire(PLACES)) {
      close();
      places.release(PLACES);
    }
  }

  /**
   * Starts a command. Its place is taken already, and is given back when the channel is closed.
   *
   * @param prepare gets the channel before anything comes out of it
   */
  ChannelExec start(String command, Consumer<ChannelExec> prepare) throws Lost {
    boolean opened = false;
    try {
      ChannelExec channel = session().createExecChannel(command);
      prepare.accept(channel);
      // A time limit that is spent cancels, which is no exception.
      opened = channel.open().verify(CHANNEL_OPEN, CancelOption.CANCEL_ON_TIMEOUT).isOpened();
      if (!opened) {
        throw new SshException("no channel was opened within " + CHANNEL_OPEN.toSeconds() + " s");
      }
      channel.addCloseFutureListener(closed -> givePlaceBack());
      return channel;
    } catch (InterruptedIOException e) {
      Thread.currentThread().interrupt();
      throw new Failure.Transient("nothing was done: opening a channel was interrupted", e);
    } catch (IOException | RuntimeException e) {
      if (Troubles.has(SshChannelOpenException.class, e)) {
        throw noFurtherChannel(e);
      }
      close();
      throw new Lost("the connection to " + host.name() + " is gone: " + Troubles.words(e), e);
    } finally {
      if (!opened) {
        givePlaceBack();
      }
    }
  }

  private Failure noFurtherChannel(Exception e) {
    return new Failure.Transient(
        ("nothing was done: %s opens no further channel (%s); "
                + "MaxSessions of its sshd should be 10 or more")
            .formatted(host.name(), Troubles.words(e)),
        e);
  }

  void close() {
    sessions.forEach(each -> each.close(true));
  }
}
