package io.quorate.port;

import io.quorate.cluster.ClusterKey;
import java.util.List;

/**
 * What is in the snapshot store, for people: also what must not be restored as it is, which {@link
 * SnapshotStore#list} leaves out. Needs no etcd. All methods throw a {@link Failure}.
 */
public interface SnapshotCatalogue {
  /** Where the snapshots of this cluster are, in words. */
  String place(ClusterKey cluster);

  /** The newest first, files without an entry last; reads entries and sizes, no snapshot. */
  List<KeptSnapshot> kept(ClusterKey cluster);

  /** Reads the whole file and checks its SHA-256. */
  KeptSnapshot verify(ClusterKey cluster, KeptSnapshot kept);
}
