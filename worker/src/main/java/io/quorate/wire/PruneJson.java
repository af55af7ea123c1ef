package io.quorate.wire;

import io.quorate.cluster.ClusterKey;
import io.quorate.snapshot.Retention;
import io.quorate.snapshot.SavedSnapshot;
import java.util.List;

/**
 * Output of {@code quorate snapshots --prune -o json}: what was removed, and what stays.
 *
 * @param dryRun whether nothing was removed
 * @param removed files that were, or would be, removed
 */
public record PruneJson(String cluster, boolean dryRun, List<String> removed, List<Stays> stays) {
  /** A snapshot that stays, with the reason. */
  public record Stays(String file, String because) {}

  public static PruneJson of(ClusterKey cluster, boolean dryRun, List<Retention.Fate> fates) {
    return new PruneJson(
        cluster.value(),
        dryRun,
        fates.stream()
            .filter(Retention.Fate::goes)
            .map(Retention.Fate::snapshot)
            .map(SavedSnapshot::file)
            .toList(),
        fates.stream()
            .flatMap(
                fate ->
                    fate.because().stream()
                        .map(because -> new Stays(fate.snapshot().file(), because)))
            .toList());
  }
}
