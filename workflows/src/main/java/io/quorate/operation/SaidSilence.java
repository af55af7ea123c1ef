package io.quorate.operation;

import io.quorate.cluster.Sentences;
import java.time.Instant;
import java.util.Optional;

/**
 * Silence as a person said it, for the channel.
 *
 * @param at when the silence was said; one that is over by then ends an earlier silence
 * @param stands the wider silence that stands after the end of this one; empty where none does
 */
public record SaidSilence(SilencedFinding finding, Instant at, Optional<SilencedFinding> stands) {
  /** Returns what people are told in the channel, in a sentence or two. */
  public String sentence() {
    String why = Sentences.ended(finding.reason());
    return finding.until().isAfter(at)
        ? "%s silenced %s until %s UTC: %s What becomes urgent is told all the same."
            .formatted(finding.by(), finding.words(), UtcTime.minutes(finding.until(), at), why)
        : "%s ended the silence of %s: %s %s"
            .formatted(
                finding.by(),
                finding.words(),
                why,
                stands.map(this::standing).orElse("People are told again."));
  }

  private String standing(SilencedFinding wider) {
    return "%s silenced %s until %s UTC, so nobody is told yet."
        .formatted(wider.by(), wider.words(), UtcTime.minutes(wider.until(), at));
  }
}
