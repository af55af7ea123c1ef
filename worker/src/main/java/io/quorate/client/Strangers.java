package io.quorate.client;

import io.quorate.approval.Decision;
import io.quorate.approval.DecisionAnswer;
import io.quorate.cluster.CleanText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refusal of decisions by people who are not approvers of this installation. The decisions are not
 * sent to Temporal, so that no stranger can use up the updates of a run, the places of waiting
 * decisions, or the history. The log keeps the first decision of each stranger about each
 * operation.
 */
final class Strangers {
  private static final Logger LOG = LoggerFactory.getLogger(Strangers.class);

  /** Number of refusals that are remembered; a forgotten one is logged again. */
  private static final int REMEMBERED = 1000;

  private final Set<String> logged =
      Collections.synchronizedSet(
          Collections.newSetFromMap(
              new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                  return size() > REMEMBERED;
                }
              }));

  /**
   * Returns the refusal of a stranger; empty for an approver, whose decision the operation judges.
   */
  Optional<DecisionAnswer> refusal(String operation, Decision decision) {
    Optional<String> stranger = decision.stranger();
    if (stranger.isEmpty()) {
      return Optional.empty();
    }
    // Names come from outside: a line break in one must not make a line of the log.
    String who = CleanText.line(decision.by(), 200);
    if (logged.add(operation + " " + who)) {
      LOG.warn(
          "Refused: {} is no approver of this installation and sent {} about {} ({})",
          who,
          decision.kind(),
          CleanText.line(operation, 200),
          decision.door().words());
    }
    return Optional.of(DecisionAnswer.refused("Not recorded: " + stranger.get()));
  }
}
