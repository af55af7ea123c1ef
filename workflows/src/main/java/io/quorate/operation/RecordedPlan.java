package io.quorate.operation;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A plan as a history keeps it. Recorded once, when it was prescribed, and never computed again: a
 * release that words or judges differently carries on what was approved.
 *
 * @param release of Quorate that made it
 * @param options what was asked of the runbook, made explicit
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
    options = Collections.unmodifiableMap(new TreeMap<>(options));
    steps = List.copyOf(steps);
  }
}
