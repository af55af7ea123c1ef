package io.quorate.operation;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Memory of an incident: all that it hands to its next run when it continues as new, because its
 * history has grown long.
 *
 * @param before what the last look remembers
 * @param episodes the alerts, each in its last known state
 * @param answered the episodes that people have answered already
 * @param lastTold when people were told last, and of what; empty when nobody was told
 * @param unmendedSince since when there is trouble that no operation has mended and no person has
 *     answered
 * @param taken who is on it, said last
 * @param writesFailSince since when the cluster takes no writes; empty while it takes them
 * @param askedAgain wish of a person that is not fulfilled yet
 * @param hold what an operation that waits for people, and keeps the cluster, told the incident
 */
public record IncidentMemory(
    Instant openedAt,
    DatedMemory before,
    String finding,
    Proposals.Memory proposals,
    List<Alert> episodes,
    List<String> answered,
    Optional<Told> lastTold,
    Optional<Instant> unmendedSince,
    Optional<Taken> taken,
    Optional<Instant> writesFailSince,
    Optional<AskedAgain> askedAgain,
    Optional<OperationHold> hold) {
  public IncidentMemory {
    episodes = List.copyOf(episodes);
    answered = List.copyOf(answered);
  }

  /**
   * The last time the incident told people.
   *
   * @param times how often it has told people by then, from 1
   * @param trouble name of the diagnosis that people were told of; empty when an operation has told
   *     them of something since
   */
  public record Told(int times, String trouble, Instant at) {
    public Told {
      times = Math.max(1, times);
    }
  }

  /** Returns the memory of an incident that has just been opened. */
  public static IncidentMemory opened(Instant at) {
    return new IncidentMemory(
        at,
        DatedMemory.NONE,
        "looking at the cluster",
        Proposals.Memory.EMPTY,
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
