package io.quorate.worker.watch;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.ClusterKey;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.operation.SilencedFinding;
import io.quorate.watch.Sign;
import io.quorate.watch.TellingRule;
import java.util.Optional;
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
        || (!TellingRule.isAlwaysTold(code)
            && silences.silence(cluster, code.words(), "").isPresent());
  }

  /**
   * Returns why nobody wants to be told, in words after {@code it is}; empty where people are told.
   * May ask Temporal.
   */
  Optional<String> why(ClusterKey cluster, Sign sign) {
    String kind = sign.kind().words();
    if (off.test(cluster, kind)) {
      return Optional.of("switched off in the configuration (watch)");
    }
    return sign.urgency() == Sign.Urgency.NOW
        ? Optional.empty()
        : silences.silence(cluster, kind, sign.subject()).map(Unwanted::words);
  }

  private static String words(SilencedFinding silence) {
    return "silenced by %s until %s, because: %s"
        .formatted(
            silence.by(),
            Amounts.moment(silence.until()),
            silence.reason().replaceFirst("[.!]+$", ""));
  }

  /** Returns whether nobody wants to be told, as far as it is known; asks nobody. */
  boolean isKnown(ClusterKey cluster, DiagnosisCode code) {
    return off.test(cluster, code.words())
        || (!TellingRule.isAlwaysTold(code) && silences.areKnownToSilence(cluster, code.words()));
  }
}
