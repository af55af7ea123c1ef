package io.quorate.worker.watch;

import io.quorate.cluster.ClusterKey;
import java.util.function.BiPredicate;

/**
 * Diagnoses and kinds of findings of a cluster, by name, of which nobody wants to be told.
 *
 * @param off those that the configuration switches off
 * @param silences those that a person has silenced for a time
 */
public record Unwanted(BiPredicate<ClusterKey, String> off, Silences silences) {
  /** Returns whether nobody wants to be told; may ask Temporal. */
  boolean isAbout(ClusterKey cluster, String kind) {
    return off.test(cluster, kind) || silences.silence(cluster, kind);
  }

  /** Returns the same as far as it is known; asks nobody. */
  boolean isKnown(ClusterKey cluster, String kind) {
    return off.test(cluster, kind) || silences.areKnownToSilence(cluster, kind);
  }
}
