package io.quorate.lab.servers;

import io.quorate.lab.machine.DetachedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a member's files are: all in one folder of its own, as if it were its host.
 *
 * @param folder has the member's name
 */
public record MemberFiles(Path folder) {

  public Path dataDirectory() {
    return folder.resolve("data");
  }

  public Path environmentFile() {
    return folder.resolve("etcd.env");
  }

  /** A symbolic link to the etcd of a release: an upgrade points it elsewhere. */
  public Path binary() {
    return folder.resolve("etcd");
  }

  public Path pidFile() {
    return folder.resolve("etcd.pid");
  }

  public Path logFile() {
    return folder.resolve("etcd.log");
  }

  void create(Path etcd, EnvironmentFile environment) throws IOException {
    Files.createDirectories(folder);
    Files.createSymbolicLink(binary(), etcd);
    environment.write(environmentFile());
  }

  /** No other process has this data directory: etcd locks it. */
  DetachedProcess process() {
    return new DetachedProcess(pidFile(), logFile(), "ETCD_DATA_DIR=" + dataDirectory());
  }
}
