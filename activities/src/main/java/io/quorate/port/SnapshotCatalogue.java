package io.quorate.port;

import io.quorate.cluster.ClusterKey;
import java.util.List;

/**
 * The content of the snapshot store for people, including snapshots that must not be restored,
 * which {@link SnapshotStore#list} leaves out. Needs no etcd. All methods throw a {@link Failure}.
 */
public interface SnapshotCatalogue {
  /** The location of this cluster's snapshots, in words. */
  String place(ClusterKey cluster);

  /**
   * All snapshots, the newest first, files without an entry last. Reads entries and sizes, not the
   * snapshots.
   */
  List<KeptSnapshot> kept(ClusterKey cluster);

  /** Reads the whole file and checks its SHA-256. */
  KeptSnapshot verify(ClusterKey cluster, KeptSnapshot kept);
}
