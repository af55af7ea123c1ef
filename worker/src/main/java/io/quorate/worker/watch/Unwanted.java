package io.quorate.worker.watch;

import io.quorate.cluster.ClusterKey;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.watch.Sign;
import io.quorate.watch.TellingRule;
import java.util.function.BiPredicate;

/**
 * Diagnoses and findings of a cluster of which nobody wants to be told. The configuration may
 * switch off all of them; a person silences none that is dangerous or urgent, because it may have
 * become so since.
 *
 * @param off the names of those that the configuration switches off
 * @param silences those that a person has silenced for a time
 */
public record Unwanted(BiPredicate<ClusterKey, String> off, Silences silences) {
  /** Returns whether nobody wants to be told; may ask Temporal. */
  boolean isAbout(ClusterKey cluster, DiagnosisCode code) {
    return off.test(cluster, code.words())
        || (!TellingRule.isAlwaysTold(code) && silences.silence(cluster, code.words(), ""));
  }

  /** Returns whether nobody wants to be told; may ask Temporal. */
  boolean isAbout(ClusterKey cluster, Sign sign) {
    String kind = sign.kind().words();
    return off.test(cluster, kind)
        || (sign.urgency() != Sign.Urgency.NOW && silences.silence(cluster, kind, sign.subject()));
  }

  /** Returns whether nobody wants to be told, as far as it is known; asks nobody. */
  boolean isKnown(ClusterKey cluster, DiagnosisCode code) {
    return off.test(cluster, code.words())
        || (!TellingRule.isAlwaysTold(code) && silences.areKnownToSilence(cluster, code.words()));
  }
}
