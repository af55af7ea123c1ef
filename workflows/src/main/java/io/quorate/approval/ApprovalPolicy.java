package io.quorate.approval;

import io.quorate.step.Hazard;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Rules for approvals of one installation. The hazard of a plan and whether alerts asked for it
 * decide how many people have to approve.
 *
 * @param required by hazard; a missing hazard has its default: observes 0, reversible and
 *     irreversible 1, destructive 2
 * @param expireAfter time after which a question without an answer expires and approves nothing
 * @param electorate who may approve; empty where that is not known, as in a narrative
 * @param asker who asks for the plan; empty where nobody asks yet, as in {@code quorate plan}
 */
public record ApprovalPolicy(
    Map<Hazard, Requirement> required,
    Duration expireAfter,
    Optional<Electorate> electorate,
    Optional<Asker> asker) {
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

  /** Creates a policy that does not say who may approve, or who asks. */
  public ApprovalPolicy(Map<Hazard, Requirement> required, Duration expireAfter) {
    this(required, expireAfter, Optional.empty(), Optional.empty());
  }

  /** Returns this policy where these people may approve. */
  public ApprovalPolicy among(Electorate people) {
    return new ApprovalPolicy(required, expireAfter, Optional.of(people), asker);
  }

  /**
   * Returns this policy where the requester's own approval may be one of several, for each hazard
   * that needs more than one.
   */
  public ApprovalPolicy withRequester() {
    Map<Hazard, Requirement> counting = new EnumMap<>(Hazard.class);
    counting.putAll(required);
    for (Hazard hazard : Hazard.values()) {
      Requirement needed = configured(hazard);
      if (!needed.withRequester().equals(needed)) {
        counting.put(hazard, needed.withRequester());
      }
    }
    return new ApprovalPolicy(counting, expireAfter, electorate, asker);
  }

  /** Returns this policy for what this requester asks for. */
  public ApprovalPolicy askedBy(Asker requester) {
    return new ApprovalPolicy(required, expireAfter, electorate, Optional.of(requester));
  }

  /** Returns whether a plan of this hazard always needs somebody, whatever is configured. */
  public static boolean needsSomebody(Hazard hazard) {
    return hazard == Hazard.IRREVERSIBLE || hazard == Hazard.DESTRUCTIVE;
  }

  /**
   * Returns the requirement for a plan of this hazard. What cannot be undone always needs somebody,
   * and so does every change that alerts ask for.
   */
  public Requirement needs(Hazard hazard) {
    Requirement needed = configured(hazard);
    boolean byAlert = hazard.mutates() && asker.filter(Asker::alert).isPresent();
    return needsSomebody(hazard) || byAlert ? needed.atLeastOne() : needed;
  }

  private Requirement configured(Hazard hazard) {
    Requirement configured = required.get(hazard);
    return configured != null ? configured : DEFAULTS.getOrDefault(hazard, Requirement.anybody(2));
  }

  /**
   * Returns why a question with this requirement would find too few people to answer it, and what
   * can be done; empty where enough can answer, and where it is not known who may approve or who
   * asks. A question that nobody is left to answer would wait until it expires.
   */
  public Optional<String> unanswerable(Requirement needed) {
    return electorate.flatMap(people -> asker.flatMap(who -> people.shortage(needed, who.name())));
  }

  /**
   * Returns a warning to those who approve when the configuration does not know the person who
   * asks: the name may be a second one of somebody who approves.
   */
  public Optional<String> stranger() {
    return asker
        .filter(who -> !who.alert())
        .filter(who -> electorate.filter(people -> !people.knows(who.name())).isPresent())
        .map(
            who ->
                who.name()
                    + " asked for this, and the configuration does not know "
                    + who.name()
                    + ": no approver has this name or alias. Is it a second name of somebody who"
                    + " approves?");
  }
}
