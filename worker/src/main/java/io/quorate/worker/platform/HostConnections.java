package io.quorate.worker.platform;

import io.quorate.configuration.OnHost.HostSettings;
import io.quorate.shell.Host;
import io.quorate.shell.LocalHost;
import io.quorate.ssh.SshHost;
import io.quorate.ssh.SshHosts;
import io.quorate.ssh.SshTarget;
import java.nio.file.Path;
import java.util.Optional;

/** The machines of all members; a connection is opened when it is first needed, and shared. */
final class HostConnections implements AutoCloseable {
  private final Host here = new LocalHost();
  private final SshHosts overSsh =
      new SshHosts(
          Path.of(System.getProperty("user.home", "/")),
          Optional.ofNullable(System.getenv("SSH_AUTH_SOCK")).map(Path::of));

  Host of(HostSettings settings) {
    return switch (settings) {
      case HostSettings.Local local -> here;
      case HostSettings.Ssh ssh -> overSsh.host(target(ssh));
    };
  }

  static SshTarget target(HostSettings.Ssh ssh) {
    return new SshTarget(
        ssh.address(),
        ssh.port(),
        ssh.user(),
        ssh.identityFile(),
        ssh.knownHosts(),
        ssh.jump(),
        ssh.sudo());
  }

  /** The host of these settings, for what only a host over SSH says. */
  SshHost overSsh(HostSettings.Ssh ssh) {
    return overSsh.host(target(ssh));
  }

  @Override
  public void close() {
    overSsh.close();
  }
}
