package io.quorate.ssh;

import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The SFTP server of a host, started when something is read and ended when nothing was for a while.
 * It takes one of the host's places meanwhile.
 */
final class SftpReading {
  private static final Duration IDLE = Duration.ofSeconds(10);
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** A server ends by its own limit, and must not in the middle of a reading of hours. */
  private static final Duration RENEWED = Duration.ofSeconds(ServedFiles.SECONDS / 4);

  private static final Script SERVER = HostCapabilities.script("sftp-server");

  private final SshTarget target;
  private final KeptConnection kept;
  private final Shell shell;
  private @Nullable ServedFiles client;
  private @Nullable Optional<String> server;
  private int users;
  private long lastUse;
  private long begun;

  SftpReading(SshTarget target, KeptConnection kept, Shell shell) {
    this.target = target;
    this.kept = kept;
    this.shell = shell;
  }

  /** One call to the server. */
  @FunctionalInterface
  interface Call<T> {
    T on(ServedFiles client) throws IOException;
  }

  /** Makes a call, with the server started where it is not. */
  <T> T call(Call<T> call) throws IOException {
    ServedFiles used = borrow();
    try {
      return call.on(used);
    } finally {
      giveBack();
    }
  }

  /** The server, which is not ended before {@link #giveBack} was called as often. */
  synchronized ServedFiles borrow() {
    var present = client;
    if (present != null && users == 0 && System.nanoTime() - begun > RENEWED.toNanos()) {
      end(present);
      present = null;
    }
    // A connection that was cut is closing for a moment, with its channels still open.
    if (present == null || !present.isOpen() || present.getClientSession().isClosing()) {
      present = started();
      client = present;
      begun = System.nanoTime();
    }
    users++;
    return present;
  }

  synchronized void giveBack() {
    users--;
    lastUse = System.nanoTime();
    if (users == 0) {
      CompletableFuture.delayedExecutor(IDLE.toMillis(), TimeUnit.MILLISECONDS)
          .execute(this::endIfIdle);
    }
  }

  private synchronized void endIfIdle() {
    if (client != null && users == 0 && System.nanoTime() - lastUse >= IDLE.toNanos()) {
      end(client);
      client = null;
    }
  }

  private ServedFiles started() {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    Optional<String> command = command();
    return kept.onConnection(deadline, connection -> ServedFiles.start(connection, command));
  }

  /**
   * The command of the server; empty where only sshd itself may have one, which reads as the login
   * user.
   */
  private Optional<String> command() {
    var found = server;
    if (found == null) {
      var ended = shell.run(SERVER, List.of(), Shell.Reply.NONE, LIMIT);
      found = Facts.of(target.name(), ended.output()).told("server");
      server = found;
    }
    if (found.isEmpty() && target.sudo()) {
      throw new Failure.Fault(
          "the SFTP server of OpenSSH is missing on %s; install openssh-sftp-server"
              .formatted(target.host().place()));
    }
    return found.map(path -> ServedFiles.command(path, target.sudo()));
  }

  private static void end(ServedFiles client) {
    try {
      client.close();
    } catch (IOException e) {
      // Its channel is gone already.
      return;
    }
  }
}
