package io.quorate.ssh;

import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.port.Failure;
import io.quorate.shell.Host;
import io.quorate.shell.Shell;
import java.util.function.Supplier;

/** One host that is reached over SSH, by one kept connection. */
public final class SshHost implements Host {
  private final SshTarget target;
  private final KeptConnection kept;
  private final Shell shell;
  private final SftpReading reading;
  private final Fetching fetching;

  SshHost(SshTarget target, Supplier<Connection> connect, Fetching fetching) {
    this.target = target;
    this.fetching = fetching;
    this.kept = new KeptConnection(target.name(), connect);
    this.shell = new SshShell(target, kept);
    this.reading = new SftpReading(target, kept, shell);
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
    return new SftpDirectory(absolutePath, name(), shell, reading, fetching);
  }

  /** The host in a sentence, such as "10.0.0.1 as quorate". */
  @Override
  public String name() {
    return target.name();
  }

  /**
   * Asks the host for its capabilities, anew at each call.
   *
   * @throws Failure.Fault where configuration, keys or sudo are wrong
   * @throws Failure.Transient where it cannot be reached now
   */
  public HostCapabilities capabilities() {
    return HostCapabilities.of(name(), shell);
  }

  void close() {
    kept.close();
  }
}
