package io.quorate.operation;

import java.util.Optional;

/**
 * Answer of a runbook to a fresh look, as a history keeps it.
 *
 * @param diagnosis the name of the diagnosis the answer rests on
 * @param finding what is wrong, in a sentence
 * @param limits of the operation, by this release and this installation
 * @param memory what the next look should remember
 * @param channel whether there is a channel to people, such as Slack
 * @param release of Quorate that looked, named to people when another release cannot read this
 *     value
 */
public record Assessment(
    RecordedPrescription prescription,
    String diagnosis,
    String finding,
    Limits limits,
    Opaque memory,
    Channel channel,
    Optional<String> release) {
  /** Returns the assessment with one more warning to its plan; without a plan it is the same. */
  public Assessment warning(String sentence) {
    return prescription instanceof RecordedPlan plan
        ? new Assessment(
            plan.warning(sentence), diagnosis, finding, limits, memory, channel, release)
        : this;
  }

  /** Whether Quorate has a channel to people. */
  public enum Channel {
    CONFIGURED,
    NONE
  }
}
