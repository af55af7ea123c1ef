package io.quorate.operation;

import io.quorate.cluster.ClusterKey;
import io.quorate.diagnosis.Writes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * State of a cluster's incident as people see it.
 *
 * @param finding what is wrong, in a sentence
 * @param doing what the incident does about it, in a sentence
 * @param operation the operation that the incident started or follows, or the last one; the id is
 *     unknown until somebody else's operation ends
 * @param nextProposal when the incident proposes an operation again; empty when none is due by time
 * @param timesTold how often the incident itself has told people
 * @param writesFailSince since when the cluster takes no writes, as far as is known; empty while it
 *     takes them, and before the first look
 * @param unmendedSince since when there is trouble that no operation has mended and no person has
 *     answered; empty while an operation is under way
 * @param taken who is on it, said last
 * @param writes whether clients can write, as the last look saw it; empty where it failed, and
 *     before the first one
 * @param course what it does, for what people can ask of it; empty in states of releases that did
 *     not say it
 */
public record IncidentState(
    ClusterKey cluster,
    Instant openedAt,
    boolean open,
    String finding,
    String doing,
    Optional<String> operation,
    Optional<Instant> nextProposal,
    List<Alert> alerts,
    int timesTold,
    Optional<Instant> writesFailSince,
    Optional<Instant> unmendedSince,
    Optional<Taken> taken,
    Optional<Writes> writes,
    Optional<IncidentCourse> course) {
  public IncidentState {
    alerts = List.copyOf(alerts);
  }

  /** Returns this state with its sentence in the words of a door. */
  public IncidentState worded(UnaryOperator<String> words) {
    return new IncidentState(
        cluster,
        openedAt,
        open,
        finding,
        words.apply(doing),
        operation,
        nextProposal,
        alerts,
        timesTold,
        writesFailSince,
        unmendedSince,
        taken,
        writes,
        course);
  }

  /** Returns whether a person can have it propose again what answers its trouble. */
  public boolean canAskAgain() {
    boolean held = course.filter(IncidentCourse.HELD_WITH_OTHERS::equals).isPresent();
    return (unmendedSince.isPresent() || held)
        && course.map(IncidentCourse::canAskAgain).orElse(true);
  }

  /**
   * Returns the state of an incident that was ended from outside, in Temporal, while it was open.
   */
  public IncidentState cutOff(String how) {
    return open
        ? new IncidentState(
            cluster,
            openedAt,
            false,
            "The incident was " + how + " in Temporal. The last finding was: " + finding,
            "",
            operation,
            Optional.empty(),
            alerts,
            timesTold,
            Optional.empty(),
            Optional.empty(),
            taken,
            Optional.empty(),
            Optional.empty())
        : this;
  }
}
