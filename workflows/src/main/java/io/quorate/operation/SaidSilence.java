package io.quorate.operation;

import io.quorate.cluster.Sentences;
import java.time.Instant;

/**
 * Silence as a person said it, for the channel.
 *
 * @param at when the silence was said; one that is over by then ends an earlier silence
 */
public record SaidSilence(SilencedFinding finding, Instant at) {
  /** Returns what people are told in the channel, in a sentence or two. */
  public String sentence() {
    String why = Sentences.ended(finding.reason());
    return finding.until().isAfter(at)
        ? "%s silenced %s until %s UTC: %s What becomes urgent is told all the same."
            .formatted(finding.by(), finding.words(), UtcTime.minutes(finding.until(), at), why)
        : "%s ended the silence of %s: %s People are told again."
            .formatted(finding.by(), finding.words(), why);
  }
}
