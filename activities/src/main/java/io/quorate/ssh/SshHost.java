package io.quorate.ssh;

import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.port.Failure;
import io.quorate.shell.Host;
import io.quorate.shell.Shell;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.sshd.client.channel.ChannelExec;

/** One host that is reached over SSH, by one kept connection. */
public final class SshHost implements Host {
  private final SshTarget target;
  private final KeptConnection kept;
  private final Shell shell = new SshShell(this);
  private final SftpReading reading = new SftpReading(this);
  private final Fetching fetching;

  SshHost(SshTarget target, Supplier<Connection> connect, Fetching fetching) {
    this.target = target;
    this.fetching = fetching;
    this.kept = new KeptConnection(target.name(), connect);
  }

  /** The host's shell, as the user of the target, or as root through sudo. */
  @Override
  public Shell shell() {
    return shell;
  }

  /**
   * A directory of the host, read over SFTP with the rights that scripts have. It need not be
   * there. Where the host cannot be reached, or is not set up for it, reading throws an {@link
   * java.io.IOException} that says why; the two questions that need a script throw a {@link
   * Failure}.
   *
   * @param absolutePath with slashes
   */
  @Override
  public ReadOnlyDirectory directory(String absolutePath) {
    return new SftpDirectory(absolutePath, this, reading, fetching);
  }

  /** The host in a sentence, such as "10.0.0.1 as quorate". */
  @Override
  public String name() {
    return target.name();
  }

  /**
   * What the host says of itself, asked anew at each call.
   *
   * @throws Failure.Fault where configuration, keys or sudo are wrong
   * @throws Failure.Transient where it cannot be reached now
   */
  public Greeting greeting() {
    return Greeting.of(this);
  }

  SshTarget target() {
    return target;
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
      throw new Failure.Transient("nothing was done on " + name() + ": it was interrupted", e);
    }
  }

  private <T> T once(long deadline, OnConnection<T> action)
      throws Connection.Lost, InterruptedException {
    Connection connection = kept.get(deadline);
    connection.takePlace(deadline);
    return action.on(connection);
  }

  void close() {
    kept.close();
  }
}
