package io.quorate.snapshots;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.ClusterRecords;
import io.quorate.port.Failure;
import io.quorate.record.ClusterRecord;
import java.time.Clock;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Cluster records in generations, so that of two writers neither loses what the other wrote. */
record GenerationRecords(Function<ClusterKey, ObjectStore> files, Clock clock)
    implements ClusterRecords {
  /** Attempts against other writers, who write once a minute each. */
  private static final int ATTEMPTS = 100;

  @Override
  public String place(ClusterKey cluster) {
    return files.apply(cluster).place();
  }

  @Override
  public Kept read(ClusterKey cluster) {
    return generations(cluster).newest().kept();
  }

  private RecordGenerations generations(ClusterKey cluster) {
    return new RecordGenerations(cluster, files.apply(cluster));
  }

  @Override
  public ClusterRecord update(ClusterKey cluster, UnaryOperator<ClusterRecord> change) {
    RecordGenerations all = generations(cluster);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      RecordGenerations.Found found = all.newest();
      Kept kept = found.kept();
      ClusterRecord before =
          kept.record().orElseGet(() -> ClusterRecord.begin(cluster, clock.instant(), why(kept)));
      ClusterRecord after = change.apply(before);
      boolean same = kept.record().isPresent() && after.equals(before);
      if (same || all.write(after, found)) {
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
}
