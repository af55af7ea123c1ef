package io.quorate.snapshots;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ClusterRecord;
import io.quorate.port.ClusterRecords;
import io.quorate.port.Failure;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.UnaryOperator;

/** Cluster records in the directory of the snapshots, in the folder of each cluster. */
public final class DirectoryRecords implements ClusterRecords {
  /** Attempts against other writers, who write once a minute each. */
  private static final int ATTEMPTS = 100;

  private final Path directory;
  private final Clock clock;

  public DirectoryRecords(Path directory, Clock clock) {
    this.directory = directory.toAbsolutePath().normalize();
    this.clock = clock;
  }

  @Override
  public String place(ClusterKey cluster) {
    return folder(cluster).path().toString();
  }

  @Override
  public Kept read(ClusterKey cluster) {
    return folder(cluster).newest().kept();
  }

  @Override
  public ClusterRecord update(ClusterKey cluster, UnaryOperator<ClusterRecord> change) {
    RecordFolder folder = folder(cluster);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      RecordFolder.Found found = folder.newest();
      Kept kept = found.kept();
      ClusterRecord before =
          kept.record().orElseGet(() -> ClusterRecord.begin(cluster, clock.instant(), why(kept)));
      ClusterRecord after = change.apply(before);
      boolean same = kept.record().isPresent() && after.equals(before);
      if (same || folder.write(after, found.last(), clock.instant())) {
        return after;
      }
    }
    throw new Failure.Transient(
        "the record of " + cluster + " was written by others " + ATTEMPTS + " times meanwhile");
  }

  private static String why(Kept kept) {
    return kept.damaged().isEmpty()
        ? "there was no record"
        : "the record before was lost: " + String.join("; ", kept.damaged());
  }

  private RecordFolder folder(ClusterKey cluster) {
    return new RecordFolder(cluster, directory.resolve(cluster.value()).resolve("record"));
  }
}
