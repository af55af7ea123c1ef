package io.quorate.configuration;

import io.quorate.cluster.MemberName;
import io.quorate.configuration.OnHost.HostSettings;
import io.quorate.configuration.OnHost.MountPoint;
import io.quorate.configuration.OnHost.ServiceSettings;
import io.quorate.configuration.OnHost.ServiceSettings.StaticPod;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads the settings of a member that is a process on a machine. */
final class OnHostReader implements PlatformReader<OnHost> {
  private static final Path NO_PATH = Path.of("/");
  private static final String PROCESS =
      "service: {process: {pidFile: \"/run/etcd/{name}.pid\", logFile:"
          + " \"/var/log/etcd/{name}.log\"}}";

  private static final String STATIC_POD = "staticPod";

  private final Paths paths;
  private final Conflicts conflicts;
  private final HostReader hosts;

  OnHostReader(Paths paths, Conflicts conflicts) {
    this.paths = paths;
    this.conflicts = conflicts;
    this.hosts = new HostReader(paths);
  }

  @Override
  public OnHost own(Section section) {
    HostSettings host = hosts.read(section);
    if (section.has("service", STATIC_POD)) {
      return pod(section, host, "/var/lib/etcd");
    }
    Path data = directory(section, host, "/var/lib/etcd/{name}");
    Path environment = environment(section, host, "/etc/etcd/{name}.env");
    return complete(section, PROCESS, host, data, environment, binary(section, host));
  }

  /**
   * {@inheritDoc}
   *
   * <p>The binary may stay as it is, and on another machine the other paths too; on one machine
   * directory, environment and service may not, for both places are there at the same time.
   */
  @Override
  public OnHost next(Section section, MemberName member, OnHost own) {
    HostSettings host = hosts.next(section, own.host());
    if (section.has("service", STATIC_POD)) {
      return pod(section, host, own.dataDirectory() + "-next");
    }
    Path data = directory(section, host, own.dataDirectory() + "-next");
    Path environment = environment(section, host, own.environmentFile() + "-next");
    if (host.isThisMachine()) {
      EnvironmentFiles.otherName(environment, member, !isUnit(section))
          .ifPresent(sentence -> section.problem("environmentFile", sentence));
    }
    Path binary =
        own.service() instanceof StaticPod
            ? binary(section, host)
            : section.orElse("binary", own.binary(), pathOn(host));
    return complete(
        section, PROCESS.replace("{name}.", "{name}-next."), host, data, environment, binary);
  }

  /** A member whose settings and image are in its manifest, so that no other file has them. */
  private OnHost pod(Section section, HostSettings host, String dataExample) {
    for (String field : List.of("environmentFile", "binary")) {
      if (section.has(field)) {
        section.problem(
            field, "stands beside service.staticPod, whose manifest says it; remove it");
      }
    }
    Path data = directory(section, host, dataExample);
    ServiceSettings service =
        new ServiceReader(conflicts, pathOn(host), host.key()).read(section, PROCESS);
    Path manifest = service instanceof StaticPod(Path file) ? file : NO_PATH;
    Optional<MountPoint> mountPoint = section.optional("mountPoint", this::mountPoint);
    return new OnHost(host, data, manifest, manifest, service, mountPoint);
  }

  private OnHost complete(
      Section section,
      String example,
      HostSettings host,
      Path data,
      Path environment,
      Path binary) {
    if (host.isThisMachine()) {
      EnvironmentFiles.difference(environment, data, !isUnit(section))
          .ifPresent(sentence -> section.problem("dataDirectory", sentence));
    }
    var services = new ServiceReader(conflicts, pathOn(host), host.key());
    Optional<MountPoint> mountPoint = section.optional("mountPoint", this::mountPoint);
    return new OnHost(host, data, environment, binary, services.read(section, example), mountPoint);
  }

  private static boolean isUnit(Section section) {
    return section.has("service", "systemd");
  }

  private Path binary(Section section, HostSettings host) {
    return section.required("binary", "binary: /opt/etcd/{name}/etcd", NO_PATH, pathOn(host));
  }

  private MountPoint mountPoint(Scalar scalar) throws Wrong {
    if (ValueParsers.text(scalar).equals("none")) {
      return new MountPoint(Optional.empty());
    }
    Path point = paths.absolute(scalar);
    if (point.equals(NO_PATH)) {
      throw new Wrong("'" + scalar.written() + "' is always mounted; leave it out, or write none");
    }
    return new MountPoint(Optional.of(point));
  }

  private Path directory(Section section, HostSettings host, String example) {
    return section.required(
        "dataDirectory",
        "dataDirectory: " + example,
        NO_PATH,
        conflicts.path(host.key(), paths::absolute));
  }

  private Path environment(Section section, HostSettings host, String example) {
    return section.required(
        "environmentFile",
        "environmentFile: " + example,
        NO_PATH,
        conflicts.path(host.key(), pathOn(host)));
  }

  /** Only on this machine is there a directory that a relative path begins in. */
  private Reading<Path> pathOn(HostSettings host) {
    return host.isThisMachine() ? paths::path : paths::absolute;
  }
}
