package io.quorate.workflow;

import io.quorate.operation.Alert;
import io.quorate.operation.Restraint;
import io.quorate.record.ObservationMemory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Diagnosis of a cluster, as an activity reports it to the cluster's incident.
 *
 * @param verdict whether anything has to be done
 * @param runbook the runbook of this release that answers the diagnosis, if there is one
 * @param trouble the diagnosis with the condition of each member, without what changes from look to
 *     look; two looks with equal texts saw the same trouble
 * @param release of Quorate that looked, named to people when another release cannot read this
 *     value
 * @param writesFailSince since when the cluster takes no writes; empty while it takes them
 * @param margin how many more voters may be lost before writes stop; below 0 quorum is lost; empty
 *     where the look does not tell
 * @param restraint why the incident proposes nothing yet; empty where nothing holds it back
 */
public record Diagnosed(
    String name,
    String sentence,
    Verdict verdict,
    Optional<String> runbook,
    ObservationMemory remembered,
    String trouble,
    Optional<String> release,
    Optional<Instant> writesFailSince,
    Optional<Integer> margin,
    Optional<Restraint> restraint) {
  /** Whether the incident may close. */
  public enum Verdict {
    WHOLE,
    IN_TROUBLE
  }

  boolean whole() {
    return verdict == Verdict.WHOLE;
  }

  /**
   * Returns whether the repair may wait: nothing is held back while quorum is lost or writes fail.
   */
  public boolean mayWait() {
    return margin.filter(left -> left < 0).isEmpty() && writesFailSince.isEmpty();
  }

  /** Returns the restraint that holds the proposal back at this time. */
  Optional<Restraint> heldBack(Instant now) {
    return restraint.filter(any -> mayWait() && now.isBefore(any.until()));
  }

  /** Returns this diagnosis with a restraint, where there is one. */
  public Diagnosed restrained(Optional<Restraint> found) {
    return new Diagnosed(
        name,
        sentence,
        verdict,
        runbook,
        remembered,
        trouble,
        release,
        writesFailSince,
        margin,
        found);
  }

  /**
   * Returns the trouble of a cluster that works and has findings, as if it were a diagnosis that no
   * runbook answers.
   *
   * @param standing one finding or more
   */
  Diagnosed having(List<Alert.Standing> standing) {
    return new Diagnosed(
        inWords(standing, Alert.Standing::kind, ", "),
        inWords(standing, Alert.Standing::sentence, " "),
        Verdict.IN_TROUBLE,
        Optional.empty(),
        remembered,
        inWords(standing, finding -> finding.kind() + " " + finding.subject(), ", "),
        release,
        writesFailSince,
        margin,
        Optional.empty());
  }

  private static String inWords(
      List<Alert.Standing> standing, Function<Alert.Standing, String> words, String between) {
    return standing.stream().map(words).distinct().collect(Collectors.joining(between));
  }
}
