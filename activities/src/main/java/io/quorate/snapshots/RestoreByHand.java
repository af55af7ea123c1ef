package io.quorate.snapshots;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.Revision;
import io.quorate.snapshot.Salvage.Trailer;
import io.quorate.snapshot.SavedSnapshot;
import java.util.List;

/**
 * Steps of a restore without Quorate, as a snapshot's catalogue entry tells them to whoever finds
 * the file when everything else is gone (docs/etcd.md#snapshots).
 */
final class RestoreByHand {
  private RestoreByHand() {}

  /** The command that prints the SHA-256 of the entry. */
  static String check(SavedSnapshot snapshot) {
    return switch (snapshot.trailer()) {
      case PRESENT -> "head -c -32 " + snapshot.file() + " | sha256sum";
      case MISSING -> "sha256sum " + snapshot.file();
    };
  }

  static List<String> steps(SavedSnapshot snapshot) {
    return List.of(
        "1. Do not restore while a quorum answers: what was written after "
            + snapshot.savedAt()
            + " is not in this file.",
        "2. Fence every member of the old cluster: end its process, see on its host that the"
            + " process is gone, keep it from being started again, and move its data directory and"
            + " its ETCD_WAL_DIR aside. One that runs on or comes back damages the new cluster.",
        "3. Check the file: the command of \"verify\" has to print \"sha256\".",
        "4. Stop what watches or caches keys (Kubernetes: all API servers).",
        "5. On one host, into a directory that does not exist, on a file system with twice the"
            + " file's size free: "
            + command(snapshot),
        "6. Start that one member with the same token and --initial-cluster, and without"
            + " --force-new-cluster. Check before clients come: the cluster id is another one than "
            + snapshot.clusterId()
            + ", the revision is the file's plus the bump, the number of keys is the file's, and"
            + " what \"content\" says of alarms, a downgrade and authentication is dealt with.",
        "7. Add the other members one after the other, as learners with empty directories; promote"
            + " each when it is in sync. Never restore the file on several members with a token"
            + " that was used before.",
        "8. Start the clients again; what holds locks or leases has to take them anew. Save a"
            + " snapshot of the new cluster.");
  }

  private static String command(SavedSnapshot snapshot) {
    boolean old = snapshot.version().isBefore(new EtcdVersion(3, 5, 0));
    String tool = old ? "etcdctl" : "etcdutl";
    String since = old ? "3.4.27" : "3.5.10";
    return tool
        + " snapshot restore "
        + snapshot.file()
        + (snapshot.trailer() == Trailer.MISSING ? " --skip-hash-check" : "")
        + " --data-dir DIR --name NAME --initial-cluster NAME=PEER_URL"
        + " --initial-cluster-token A_TOKEN_NEVER_USED --initial-advertise-peer-urls PEER_URL"
        + " --bump-revision "
        + Revision.BUMP
        + " --mark-compacted, with the "
        + tool
        + " of etcd "
        + snapshot.version()
        + " (its minor, "
        + since
        + " or later). The bump makes every watch begin anew; without it watches hang and caches go"
        + " wrong.";
  }
}
