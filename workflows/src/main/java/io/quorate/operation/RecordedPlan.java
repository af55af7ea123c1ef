package io.quorate.operation;

import java.util.List;
import java.util.Map;

/**
 * Plan as a history keeps it, recorded once, when it was prescribed, and never computed again: a
 * release with other words or other rules carries on what was approved.
 *
 * @param release of Quorate that made the plan
 * @param options given to the runbook, made explicit
 * @param digest SHA-256 over the plan and its material facts, as the release computed it
 * @param briefing what people decide on
 * @param body the plan itself, for activities
 */
public record RecordedPlan(
    String release,
    String runbook,
    Map<String, List<String>> options,
    String title,
    String digest,
    Briefing briefing,
    List<RecordedStep> steps,
    Opaque body)
    implements RecordedPrescription {
  public RecordedPlan {
    options = Sorted.copyOf(options);
    steps = List.copyOf(steps);
  }

  /** Returns the plan with one more warning to read before an approval. */
  public RecordedPlan warning(String sentence) {
    return new RecordedPlan(
        release, runbook, options, title, digest, briefing.warning(sentence), steps, body);
  }
}
