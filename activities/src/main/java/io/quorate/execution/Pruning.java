package io.quorate.execution;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.Drill;
import io.quorate.cluster.Retention;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.port.KeptSnapshot;
import io.quorate.port.KeptSnapshot.Verification;
import io.quorate.port.SnapshotCatalogue;
import io.quorate.port.SnapshotStore;
import java.util.List;
import java.util.stream.Stream;

/**
 * Removal of old snapshots by a rule. Files without an entry, and entries without a file, are left:
 * what they are is not known.
 */
public final class Pruning {
  private final SnapshotCatalogue catalogue;
  private final Retention rule;

  public Pruning(SnapshotCatalogue catalogue, Retention rule) {
    this.catalogue = catalogue;
    this.rule = rule;
  }

  /** What would become of each snapshot of a cluster now. Removes nothing. */
  public List<Retention.Fate> fates(ClusterKey cluster) {
    return rule.of(catalogue.kept(cluster).stream().flatMap(Pruning::seen).toList());
  }

  /**
   * Removes what the rule does not keep, the oldest first. Nobody may call it while an operation is
   * under way on the cluster.
   *
   * @return what was removed
   */
  public List<SavedSnapshot> carryOut(ClusterKey cluster, SnapshotStore store) {
    List<SavedSnapshot> goes =
        fates(cluster).stream()
            .filter(Retention.Fate::goes)
            .map(Retention.Fate::snapshot)
            .toList()
            .reversed();
    goes.forEach(store::remove);
    return goes;
  }

  private static Stream<Retention.Kept> seen(KeptSnapshot kept) {
    boolean bad =
        kept.verification() == Verification.BROKEN
            || kept.drill().filter(drill -> !drill.verified()).isPresent();
    return kept.saved().stream()
        .filter(saved -> kept.sizeBytes().isPresent())
        .map(
            saved ->
                new Retention.Kept(
                    saved, kept.drill().filter(Drill::verified).map(Drill::at), bad));
  }
}
