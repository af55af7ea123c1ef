package io.quorate.watch;

import io.quorate.view.ClusterView;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Knowledge of one cluster at one moment, from which the rules read their signs.
 *
 * @param at moment of the knowledge
 * @param pulses the last pulse, and what the ones before it showed
 * @param deep what rounds and new connections showed
 * @param view the look of now; empty at a pulse without a look, when a rule that needs one sees no
 *     sign
 * @param standing findings that are not over, as the last look that saw them saw them: a rule may
 *     ask less of a finding to stay than of a new one, and keeps one that it cannot judge now
 */
public record ClusterKnowledge(
    Instant at,
    PulseMemory pulses,
    DeepKnowledge deep,
    Optional<ClusterView> view,
    Map<Sign.Name, Sign> standing) {
  public ClusterKnowledge {
    standing = Map.copyOf(standing);
  }

  /** Returns the finding of this kind and subject, where one stands. */
  public Optional<Sign> standing(FindingKind kind, String subject) {
    return Optional.ofNullable(standing.get(new Sign.Name(kind, subject)));
  }

  /** Returns the findings of this kind that stand. */
  public Stream<Sign> standing(FindingKind kind) {
    return standing.values().stream().filter(sign -> sign.kind() == kind);
  }
}
