package io.quorate.approval;

import io.quorate.step.Hazard;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * Rules for approvals of one installation. The hazard of a plan alone decides how many people have
 * to approve.
 *
 * @param required by hazard; a missing hazard has its default: observes 0, reversible and
 *     irreversible 1, destructive 2
 * @param expireAfter time after which a question without an answer expires and approves nothing
 */
public record ApprovalPolicy(Map<Hazard, Requirement> required, Duration expireAfter) {
  /**
   * Time for which an approval is good: the first change has to begin within it
   * (docs/etcd.md#n-24).
   */
  public static final Duration YES_IS_GOOD_FOR = Duration.ofMinutes(15);

  /** Message when an approval is older than {@link #YES_IS_GOOD_FOR}. */
  public static final String YES_IS_TOO_OLD =
      "The approval is older than "
          + YES_IS_GOOD_FOR.toMinutes()
          + " minutes and nothing was changed since.";

  private static final Map<Hazard, Requirement> DEFAULTS =
      new EnumMap<>(
          Map.of(
              Hazard.OBSERVES, Requirement.anybody(0),
              Hazard.REVERSIBLE, Requirement.anybody(1),
              Hazard.IRREVERSIBLE, Requirement.anybody(1),
              Hazard.DESTRUCTIVE, Requirement.anybody(2)));

  public static final ApprovalPolicy DEFAULT = new ApprovalPolicy(Map.of(), Duration.ofHours(4));

  public ApprovalPolicy {
    required = Map.copyOf(required);
  }

  /** Returns the requirement for a plan of this hazard. */
  public Requirement needs(Hazard hazard) {
    Requirement configured = required.get(hazard);
    return configured != null ? configured : DEFAULTS.getOrDefault(hazard, Requirement.anybody(2));
  }
}
