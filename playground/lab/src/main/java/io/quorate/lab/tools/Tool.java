package io.quorate.lab.tools;

import java.util.List;

/**
 * A tool in one exact version; {@link #folderName()} is its folder wherever tools are kept.
 *
 * @param name {@code etcd} or {@code temporal}
 * @param version as in 3.6.16
 */
public record Tool(String name, String version) {

  /** The Temporal command line, which has the server and its web page in it. */
  public static Tool temporal() {
    return new Tool("temporal", "1.5.1");
  }

  /**
   * etcd with etcdctl, and with etcdutl from 3.5 on.
   *
   * @param wanted a minor as in 3.6, which means the patch that we pin, or an exact version
   * @throws IllegalArgumentException when it is of no minor we know; the message lists those
   */
  public static Tool etcd(String wanted) {
    return new Tool("etcd", EtcdRelease.versionFor(wanted));
  }

  public String folderName() {
    return name + "-" + version;
  }

  /** The first two numbers of the version. */
  public String minor() {
    return version.substring(0, version.lastIndexOf('.'));
  }

  /** False for a patch that only its exact version asks for: no way of making it is promised. */
  boolean isPinned() {
    return equals(name.equals("etcd") ? etcd(minor()) : temporal());
  }

  /** What has to be in the tool's folder. */
  public List<String> programs() {
    if (!name.equals("etcd")) {
      return List.of(name);
    }
    return minor().equals("3.4")
        ? List.of("etcd", "etcdctl")
        : List.of("etcd", "etcdctl", "etcdutl");
  }

  @Override
  public String toString() {
    return name + " " + version;
  }
}
