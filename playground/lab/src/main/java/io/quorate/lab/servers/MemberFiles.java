package io.quorate.lab.servers;

import io.quorate.lab.machine.DetachedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Paths of a member's files, all in one folder that stands for its host.
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

  /**
   * Returns the path of the symbolic link to etcd's binary; an upgrade changes the link's target.
   */
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

  /**
   * Returns the member's process, marked by its data directory: etcd locks the directory, so no
   * other process uses it.
   */
  DetachedProcess process() {
    return new DetachedProcess(pidFile(), logFile(), "ETCD_DATA_DIR=" + dataDirectory());
  }
}
