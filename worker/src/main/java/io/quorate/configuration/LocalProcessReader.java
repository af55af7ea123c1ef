package io.quorate.configuration;

import io.quorate.cluster.MemberName;
import io.quorate.configuration.PlatformSettings.LocalProcess;
import io.quorate.configuration.PlatformSettings.MountPoint;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the settings of a member that is a process on this machine. */
final class LocalProcessReader {
  private static final Path NO_PATH = Path.of("/");
  private static final String PROCESS =
      "service: {process: {pidFile: \"/run/etcd/{name}.pid\", logFile:"
          + " \"/var/log/etcd/{name}.log\"}}";

  private final Paths paths;
  private final Uses uses;

  LocalProcessReader(Paths paths, Uses uses) {
    this.paths = paths;
    this.uses = uses;
  }

  /** Reads a member's own place. */
  LocalProcess own(Section section) {
    host(section);
    Path data = directory(section, "/var/lib/etcd/{name}");
    Path environment = environment(section, "/etc/etcd/{name}.env");
    Path binary = section.required("binary", "binary: /opt/etcd/{name}/etcd", NO_PATH, paths::path);
    return process(
        section,
        PROCESS,
        new LocalProcess(data, environment, binary, NO_PATH, NO_PATH, mountPoint(section)));
  }

  /**
   * Reads the next place of a member. The binary may stay as it is; directory, environment, pid and
   * log file may not, for on one machine both places are there at the same time.
   */
  LocalProcess next(Section section, MemberName member, LocalProcess own) {
    host(section);
    Path data = directory(section, own.dataDirectory() + "-next");
    Path environment = environment(section, own.environmentFile() + "-next");
    EnvironmentFiles.otherName(environment, member)
        .ifPresent(sentence -> section.problem("environmentFile", sentence));
    Path binary = section.orElse("binary", own.binary(), paths::path);
    return process(
        section,
        PROCESS.replace("{name}.", "{name}-next."),
        new LocalProcess(data, environment, binary, NO_PATH, NO_PATH, mountPoint(section)));
  }

  private Optional<MountPoint> mountPoint(Section section) {
    return section.optional("mountPoint", this::mountPoint);
  }

  private MountPoint mountPoint(Scalar scalar) throws Wrong {
    if (Forms.text(scalar).equals("none")) {
      return new MountPoint(Optional.empty());
    }
    Path point = paths.absolute(scalar);
    if (point.equals(NO_PATH)) {
      throw new Wrong("'" + scalar.written() + "' is always mounted; leave it out, or write none");
    }
    return new MountPoint(Optional.of(point));
  }

  private Path directory(Section section, String example) {
    return section.required(
        "dataDirectory", "dataDirectory: " + example, NO_PATH, uses.path(paths::absolute));
  }

  private Path environment(Section section, String example) {
    return section.required(
        "environmentFile", "environmentFile: " + example, NO_PATH, uses.path(paths::path));
  }

  private static void host(Section section) {
    if (section.isText("host")) {
      section.optional("host", LocalProcessReader::local);
    } else {
      section.notYet("host", "write host: local; over ssh comes later");
    }
  }

  private static String local(Scalar scalar) throws Wrong {
    if (!Forms.text(scalar).equals("local")) {
      throw new Wrong("'" + scalar.written() + "' is no host; write host: local");
    }
    return "local";
  }

  private LocalProcess process(Section section, String example, LocalProcess found) {
    EnvironmentFiles.difference(found.environmentFile(), found.dataDirectory())
        .ifPresent(sentence -> section.problem("dataDirectory", sentence));
    if (!section.has("service")) {
      section.missing("service", example);
    }
    return section.section("service", PROCESS).map(read -> service(read, found)).orElse(found);
  }

  private LocalProcess service(Section service, LocalProcess found) {
    service.notYet("systemd", "write " + PROCESS);
    Section process =
        service.section("process", PROCESS).orElseGet(() -> service.nothing("process"));
    boolean other = service.has("systemd") && !service.has("process");
    LocalProcess complete = other ? found : files(process, found);
    process.close();
    service.close();
    return complete;
  }

  private LocalProcess files(Section process, LocalProcess found) {
    return new LocalProcess(
        found.dataDirectory(),
        found.environmentFile(),
        found.binary(),
        process.required(
            "pidFile", "pidFile: \"/run/etcd/{name}.pid\"", NO_PATH, uses.path(paths::path)),
        process.required(
            "logFile", "logFile: \"/var/log/etcd/{name}.log\"", NO_PATH, uses.path(paths::path)),
        found.mountPoint());
  }
}
