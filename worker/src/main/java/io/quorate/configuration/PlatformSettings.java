package io.quorate.configuration;

import io.quorate.workload.Supervision;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Settings by which the platform of a member finds, stops and starts its etcd. Each kind of
 * platform has a record of its own here, so that no member carries fields of another platform, and
 * answers what the rest of the process asks of any platform.
 */
public sealed interface PlatformSettings {
  /** What supervises the member there, as plans name it. */
  Optional<Supervision> supervision();

  /** Whether the member runs on the machine that Quorate runs on. */
  boolean isThisMachine();

  /** Whether a Kubernetes runs the member. */
  boolean isInKubernetes();

  /** The address at which the member's machine is reached, beside those in the member's URLs. */
  Optional<String> address();

  /** The private key with which the member's machine is logged in to. */
  Optional<Path> identityFile();

  /** The URL of HTTP in etcd's own settings, where they can be read and name one. */
  Optional<URI> statedMetricsUrl(URI clientUrl);

  /**
   * Files of an etcd process on a machine, and what supervises it there.
   *
   * @param host the machine, whose files all of them are
   * @param environmentFile its settings, {@code ETCD_NAME=...} line by line; the manifest of a
   *     static pod
   * @param binary a symbolic link that an upgrade re-points, or a file it replaces; the manifest of
   *     a static pod, whose image it changes
   * @param mountPoint what has to be mounted before its directories are its own; empty: what the
   *     machine's tables of mounts name
   */
  record OnHost(
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
    public boolean isInKubernetes() {
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

    private Optional<HostSettings.Ssh> ssh() {
      return host instanceof HostSettings.Ssh ssh ? Optional.of(ssh) : Optional.empty();
    }

    @Override
    public Optional<URI> statedMetricsUrl(URI clientUrl) {
      return isThisMachine()
          ? EnvironmentFiles.urlOfHttp(environmentFile, clientUrl)
          : Optional.empty();
    }
  }

  /**
   * A mount point as the configuration has it.
   *
   * @param path empty for {@code none}: nothing has to be mounted, whatever the machine's tables of
   *     mounts name
   */
  record MountPoint(Optional<Path> path) {}
}
