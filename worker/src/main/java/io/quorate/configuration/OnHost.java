package io.quorate.configuration;

import io.quorate.workload.Supervision;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Files of an etcd process on a machine, and what supervises it there.
 *
 * @param host the machine, whose files all of them are
 * @param environmentFile its settings, {@code ETCD_NAME=...} line by line; the manifest of a static
 *     pod
 * @param binary a symbolic link that an upgrade re-points, or a file it replaces; the manifest of a
 *     static pod, whose image it changes
 * @param mountPoint what has to be mounted before its directories are its own; empty: what the
 *     machine's tables of mounts name
 */
public record OnHost(
    HostSettings host,
    Path dataDirectory,
    Path environmentFile,
    Path binary,
    ServiceSettings service,
    Optional<MountPoint> mountPoint)
    implements PlatformSettings {
  @Override
  public Optional<Supervision> supervision() {
    return Optional.of(service.supervision());
  }

  @Override
  public boolean isThisMachine() {
    return host.isThisMachine();
  }

  @Override
  public boolean isSamePlaceAs(PlatformSettings other) {
    return other instanceof OnHost that
        && host.key().equals(that.host.key())
        && dataDirectory.equals(that.dataDirectory)
        && environmentFile.equals(that.environmentFile)
        && binary.equals(that.binary)
        && service.equals(that.service)
        && mountPoint.equals(that.mountPoint);
  }

  @Override
  public boolean mayServeItsKubernetes() {
    return service instanceof ServiceSettings.StaticPod;
  }

  @Override
  public Optional<String> address() {
    return ssh().map(HostSettings.Ssh::address);
  }

  @Override
  public Optional<Path> identityFile() {
    return ssh().flatMap(HostSettings.Ssh::identityFile);
  }

  @Override
  public List<String> jumpHosts() {
    return ssh().map(HostSettings.Ssh::jump).orElse(List.of());
  }

  private Optional<HostSettings.Ssh> ssh() {
    return host instanceof HostSettings.Ssh ssh ? Optional.of(ssh) : Optional.empty();
  }

  @Override
  public Optional<URI> statedMetricsUrl(URI clientUrl) {
    return isThisMachine()
        ? EnvironmentFiles.urlOfHttp(environmentFile, clientUrl)
        : Optional.empty();
  }

  /**
   * A mount point as the configuration has it.
   *
   * @param path empty for {@code none}: nothing has to be mounted, whatever the machine's tables of
   *     mounts name
   */
  public record MountPoint(Optional<Path> path) {}

  /** The machine that a member runs on. */
  public sealed interface HostSettings {
    /**
     * Returns the key that tells the machine from other machines, so that one path on two machines
     * is no conflict.
     */
    String key();

    /** Whether its files can be read as files of this machine. */
    default boolean isThisMachine() {
      return this instanceof Local;
    }

    /** The machine that Quorate runs on. */
    record Local() implements HostSettings {
      @Override
      public String key() {
        return "";
      }
    }

    /**
     * A machine that is reached over SSH.
     *
     * @param address a name, an IPv4 or an IPv6 address
     * @param port 1 to 65535
     * @param user who logs in
     * @param identityFile a private key without a passphrase; empty: the keys of the agent, then
     *     those in {@code ~/.ssh}
     * @param knownHosts the file with the host keys; empty: {@code ~/.ssh/known_hosts}
     * @param jump hosts to go through, the nearest first, each {@code [user@]host[:port]}
     * @param sudo whether scripts run as root through {@code sudo -n}
     */
    record Ssh(
        String address,
        int port,
        String user,
        Optional<Path> identityFile,
        Optional<Path> knownHosts,
        List<String> jump,
        boolean sudo)
        implements HostSettings {
      /** Keeps a copy of the list. */
      public Ssh {
        jump = List.copyOf(jump);
      }

      @Override
      public String key() {
        return address + ":" + port + ":";
      }
    }
  }

  /** Supervision of a member's process. */
  public sealed interface ServiceSettings {
    /** The kind of supervision, as plans know it. */
    default Supervision supervision() {
      return switch (this) {
        case Process process -> Supervision.PROCESS;
        case Systemd systemd -> Supervision.UNIT;
        case StaticPod pod -> Supervision.STATIC_POD;
      };
    }

    /**
     * Plain process that Quorate itself starts and ends.
     *
     * @param pidFile holds the process id of the running etcd
     * @param logFile takes what etcd writes to its standard output and error
     */
    record Process(Path pidFile, Path logFile) implements ServiceSettings {}

    /**
     * systemd.
     *
     * @param unit full name of its service unit, {@code etcd.service}
     */
    record Systemd(String unit) implements ServiceSettings {}

    /**
     * The kubelet, which runs it as a static pod.
     *
     * @param manifest its manifest in the kubelet's directory; settings and image are in it
     */
    record StaticPod(Path manifest) implements ServiceSettings {}
  }
}
