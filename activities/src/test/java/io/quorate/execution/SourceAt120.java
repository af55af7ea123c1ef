package io.quorate.execution;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotContent.KeysOfSource;
import io.quorate.port.SnapshotStore;
import io.quorate.port.Storage.HashOfKeys;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.Salvage;
import io.quorate.snapshot.SavedSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A snapshot of revision 120 with 7 keys, whose hash was told when it was saved. */
final class SourceAt120 {
  static final String FILE = "main.db";

  private SourceAt120() {}

  static RestoreSource source() {
    SavedSnapshot saved =
        new SavedSnapshot(
            new ClusterKey("main"),
            FILE,
            "00",
            4096,
            new Revision(120),
            2,
            new ClusterId(1),
            EtcdVersion.parse("3.6.16"),
            new MemberName("etcd-0"),
            Instant.EPOCH,
            Optional.empty());
    return SnapshotStore.source(saved, Optional.of(content()));
  }

  /** Returns the same source as a copied database that somebody else put among the snapshots. */
  static RestoreSource copied(String file) {
    SavedSnapshot saved =
        new SavedSnapshot(
            new ClusterKey("main"),
            file,
            "00",
            4096,
            new Revision(120),
            2,
            new ClusterId(0),
            EtcdVersion.parse("3.6.16"),
            new MemberName("etcd-0"),
            Instant.EPOCH,
            Optional.of(Salvage.foreign(2, 130, Salvage.Trailer.MISSING)));
    return SnapshotStore.source(saved, Optional.of(content()));
  }

  static SnapshotContent content() {
    return new SnapshotContent(
        new Revision(120),
        130,
        Optional.of(2L),
        List.of(),
        List.of(),
        Optional.empty(),
        false,
        List.of("3.6.16"),
        Optional.of(keys(7, 0xa1, 120)),
        Optional.empty());
  }

  /** So many keys with this hash, told at a revision. */
  static KeysOfSource keys(long count, int hash, long at) {
    return new KeysOfSource(count, new HashOfKeys(hash, new Revision(0), new Revision(at)));
  }
}
