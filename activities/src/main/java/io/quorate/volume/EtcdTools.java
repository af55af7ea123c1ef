package io.quorate.volume;

import io.quorate.cluster.EtcdVersion;

/**
 * The programs that salvage and restore for a member: its own etcd, and tools of the same minor.
 *
 * @param etcd the member's binary
 * @param binary the version of that
 * @param etcdctl asks and saves
 * @param restorer restores: etcdutl, and for 3.4 etcdctl
 * @param restores the version of the restorer
 */
public record EtcdTools(
    String etcd, EtcdVersion binary, String etcdctl, String restorer, EtcdVersion restores) {
  /** The tool that restores a snapshot for an etcd of this version. */
  public static String restorerOf(EtcdVersion etcd) {
    return etcd.isBefore(new EtcdVersion(3, 5, 0)) ? "etcdctl" : "etcdutl";
  }

  /** Whether the restorer can raise revisions. */
  public boolean canBump() {
    return restores.raisesRevisions();
  }
}
