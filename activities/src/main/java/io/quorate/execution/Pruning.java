package io.quorate.execution;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.ClusterRecords;
import io.quorate.port.KeptSnapshot;
import io.quorate.port.KeptSnapshot.Verification;
import io.quorate.port.SnapshotCatalogue;
import io.quorate.port.SnapshotStore;
import io.quorate.record.Incarnation;
import io.quorate.record.Origin;
import io.quorate.record.RecordedPast;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.Retention;
import io.quorate.snapshot.SavedSnapshot;
import java.util.List;
import java.util.Optional;

/**
 * Removal of old snapshots by a rule. Files without an entry, and entries without a file, are left:
 * what they are is not known. Where the record of the cluster cannot be read, nothing is removed:
 * what the cluster was restored from is not known.
 */
public record Pruning(SnapshotCatalogue catalogue, ClusterRecords records, Retention rule) {
  /**
   * Tells of each snapshot of a cluster whether pruning would remove it now. This method removes
   * nothing.
   */
  public List<Retention.Fate> fates(ClusterKey cluster) {
    RecordedPast past = RecordedPast.of(records.read(cluster).record());
    Optional<String> origin = origin(past);
    return rule.of(
        catalogue.kept(cluster).stream()
            .flatMap(kept -> seen(kept, origin, past).stream())
            .toList());
  }

  /**
   * Removes what these {@linkplain #fates fates} do not keep, the oldest first. Nobody may call it
   * while an operation is under way on the cluster.
   *
   * @return what was removed
   */
  public static List<SavedSnapshot> carryOut(List<Retention.Fate> fates, SnapshotStore store) {
    List<SavedSnapshot> goes =
        fates.stream()
            .filter(Retention.Fate::goes)
            .map(Retention.Fate::snapshot)
            .toList()
            .reversed();
    goes.forEach(store::remove);
    return goes;
  }

  /** The file that the cluster of now was restored from; empty where it was not restored. */
  private static Optional<String> origin(RecordedPast past) {
    return past.incarnation()
        .map(Incarnation::began)
        .filter(began -> began.kind() == Origin.Kind.RESTORED)
        .flatMap(Origin::because);
  }

  private static Optional<Retention.Kept> seen(
      KeptSnapshot kept, Optional<String> origin, RecordedPast past) {
    boolean bad =
        kept.verification() == Verification.BROKEN
            || kept.drill().filter(drill -> !drill.verified()).isPresent();
    return kept.saved()
        .filter(saved -> kept.sizeBytes().isPresent())
        .map(
            saved ->
                new Retention.Kept(
                    saved,
                    kept.drill().filter(Drill::verified).map(Drill::at),
                    bad,
                    origin.filter(saved.file()::equals).isPresent(),
                    past.historyOf(saved)));
  }
}
