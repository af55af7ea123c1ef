package io.quorate.supervisor;

import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;

/**
 * The files of a member on a host, and what supervises it there. All paths are absolute.
 *
 * @param etcdName ETCD_NAME of its environment; differs from {@code name} at the place where a
 *     migration takes the member
 * @param environmentFile its settings; of a static pod its manifest, where the kubelet reads it
 * @param binary etcd itself, or a link to it; of a static pod its manifest, which names the image
 * @param supervisor what starts the member, keeps it and ends it
 */
public record MemberPaths(
    MemberName name,
    MemberName etcdName,
    String dataDirectory,
    String environmentFile,
    String binary,
    Supervisor supervisor) {
  /**
   * Checks the member. Throws {@link Failure.Fault} when a path is not absolute or a name has other
   * characters than letters, digits, dots, hyphens and underscores.
   */
  public MemberPaths {
    dataDirectory = path(name, "data directory", dataDirectory);
    environmentFile = path(name, "environment file", environmentFile);
    binary = path(name, "binary", binary);
    if (supervisor instanceof ProcessSupervisor(String pidFile, String logFile)) {
      supervisor =
          new ProcessSupervisor(path(name, "pid file", pidFile), path(name, "log file", logFile));
    }
    if (!name.value().matches("[A-Za-z0-9._-]+") || !etcdName.value().matches("[A-Za-z0-9._-]+")) {
      throw new Failure.Fault(
          "member name '" + name + "': use letters, digits, dots, hyphens and underscores");
    }
  }

  /** Creates a member that Quorate itself starts. */
  public MemberPaths(
      MemberName name,
      MemberName etcdName,
      String dataDirectory,
      String environmentFile,
      String binary,
      String pidFile,
      String logFile) {
    this(
        name,
        etcdName,
        dataDirectory,
        environmentFile,
        binary,
        new ProcessSupervisor(pidFile, logFile));
  }

  /** Creates a member at its own place, where {@code name} is its name in etcd too. */
  public MemberPaths(
      MemberName name,
      String dataDirectory,
      String environmentFile,
      String binary,
      String pidFile,
      String logFile) {
    this(name, name, dataDirectory, environmentFile, binary, pidFile, logFile);
  }

  /**
   * Returns the path of a member's file in its plain form. Throws {@link Failure.Fault} when the
   * path is not absolute.
   */
  public static String path(MemberName member, String what, String path) {
    String trimmed = path.length() > 1 && path.endsWith("/") ? chopped(path) : path;
    if (!trimmed.startsWith("/")
        || trimmed.equals("/")
        || trimmed.chars().anyMatch(Character::isISOControl)) {
      throw new Failure.Fault(
          "the " + what + " of " + member + " is '" + path + "': it has to be an absolute path");
    }
    return trimmed;
  }

  private static String chopped(String path) {
    return path.substring(0, path.length() - 1);
  }
}
