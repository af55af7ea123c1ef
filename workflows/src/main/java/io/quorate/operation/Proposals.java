package io.quorate.operation;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Operations that an incident has proposed, and when the next one is due. An operation that people
 * answered ends the proposing; one that nobody answered is proposed again after a growing pause, or
 * at once when the trouble was not proposed yet.
 */
public final class Proposals {
  /** Number of troubles that are remembered as proposed; the oldest is forgotten first. */
  private static final int TROUBLES = 20;

  private Following following = Following.NOTHING;
  private Optional<String> operation = Optional.empty();
  private Optional<Instant> notBefore = Optional.empty();
  private Optional<OperationEnd> last = Optional.empty();
  private final Set<String> proposed = new LinkedHashSet<>();
  private String lastTrouble = "";
  private Optional<Integer> lowest = Optional.empty();
  private Optional<String> worse = Optional.empty();
  private int unanswered;
  private int tries;

  /** Owner of the operation that is under way. */
  private enum Following {
    NOTHING,
    /** This run of the incident started the operation; Temporal tells the run when it closes. */
    OWN,
    /**
     * Somebody else, or the run before, started the operation, which may close without a signal.
     */
    ANOTHER
  }

  /**
   * Memory of the proposals, for the next run of the incident.
   *
   * @param following whether an operation was under way
   * @param proposed the troubles for which an operation was proposed
   * @param unanswered how many proposals in a row nobody answered
   * @param lastTrouble the trouble the last operation was about
   * @param lowest the least margin that an operation was proposed for
   * @param worse name of the trouble that became worse than what was proposed; empty where none
   *     did, and once people have answered it
   */
  public record Memory(
      Optional<String> operation,
      boolean following,
      Optional<Instant> notBefore,
      Optional<OperationEnd> last,
      List<String> proposed,
      int unanswered,
      String lastTrouble,
      Optional<Integer> lowest,
      Optional<String> worse) {
    public static final Memory EMPTY =
        new Memory(
            Optional.empty(),
            false,
            Optional.empty(),
            Optional.empty(),
            List.of(),
            0,
            "",
            Optional.empty(),
            Optional.empty());

    public Memory {
      proposed = List.copyOf(proposed);
    }
  }

  public Memory memory() {
    return new Memory(
        operation,
        following != Following.NOTHING,
        notBefore,
        last,
        List.copyOf(proposed),
        unanswered,
        lastTrouble,
        lowest,
        worse);
  }

  public void restore(Memory memory, Instant now, IncidentLimits limits) {
    operation = memory.operation();
    last = memory.last();
    proposed.addAll(memory.proposed());
    unanswered = memory.unanswered();
    lastTrouble = memory.lastTrouble();
    lowest = memory.lowest();
    worse = memory.worse();
    notBefore = memory.notBefore();
    if (memory.following()) {
      following = Following.ANOTHER;
      notBefore = Optional.of(now.plus(limits.pause(1)));
    }
  }

  /** Returns whether the incident should start an operation now, or try again to start one. */
  public boolean due(Instant now, String trouble) {
    if (following == Following.OWN) {
      return false;
    }
    boolean paused = notBefore.filter(now::isBefore).isPresent();
    return !paused || (following == Following.NOTHING && !proposed.contains(trouble));
  }

  /**
   * Returns whether fewer voters may be lost now than in any trouble that was proposed before.
   * Whatever people said about a milder trouble, they said nothing about this one.
   *
   * @param margin of the cluster now; empty where it is not known
   */
  public boolean isWorse(Optional<Integer> margin) {
    return margin.flatMap(now -> lowest.map(before -> now < before)).orElse(false);
  }

  /**
   * Begins anew with a worse trouble: no pause of a milder one delays it, and it is proposed at
   * once unless an operation is under way.
   *
   * @param name of the diagnosis
   */
  public void beginAnew(String name, Optional<Integer> margin) {
    unanswered = 0;
    worse = Optional.of(name);
    lowest = margin;
    if (following == Following.NOTHING) {
      notBefore = Optional.empty();
    }
  }

  /**
   * Notes that a loss of quorum is over, so that another one is a worse trouble again. What people
   * said about lost voters while quorum holds stays said.
   */
  public void noteQuorum() {
    lowest = lowest.map(margin -> Math.max(margin, 0));
  }

  /** Returns whether a loss of quorum was proposed, and is not known to be over. */
  public boolean knowsLossOfQuorum() {
    return lowest.filter(margin -> margin < 0).isPresent();
  }

  /** Notes that the cluster is whole, and forgets the worse trouble. */
  public void noteWhole() {
    worse = Optional.empty();
  }

  /**
   * Returns whether an end that answers alerts leaves out the worse trouble that the cluster has.
   * An end that is about that trouble answers it for good.
   *
   * @param seen name of the diagnosis of the last look that saw the cluster; while no look has, the
   *     worse trouble counts as there
   */
  public boolean leavesOutWorse(OperationEnd end, Optional<String> seen) {
    if (worse.filter(end::isAbout).isPresent()) {
      worse = Optional.empty();
    }
    return worse.filter(name -> seen.isEmpty() || seen.get().equals(name)).isPresent();
  }

  /** Notes the margin of a trouble that is proposed. */
  public void noteMargin(Optional<Integer> margin) {
    lowest = Stream.of(lowest, margin).flatMap(Optional::stream).min(Integer::compareTo);
  }

  /** Returns the pause after which a proposal is repeated that nobody answers. */
  public Duration pauseAfterNext(IncidentLimits limits) {
    return limits.pause(unanswered + 1);
  }

  /** Returns when {@link #due} may become true by the passage of time alone. */
  public Optional<Instant> nextDue() {
    return following == Following.OWN ? Optional.empty() : notBefore;
  }

  public void started(String id, String trouble) {
    following = Following.OWN;
    operation = Optional.of(id);
    notBefore = Optional.empty();
    tries = 0;
    proposed.remove(trouble);
    proposed.add(trouble);
    if (proposed.size() > TROUBLES) {
      proposed.remove(proposed.iterator().next());
    }
    lastTrouble = trouble;
  }

  /**
   * Follows an operation of the cluster that runs already. The incident is told of the operation's
   * end, unless it closes without a signal.
   *
   * @param cluster name for the operation while its id is unknown
   */
  public void foundAnother(String cluster, String trouble, Instant now, IncidentLimits limits) {
    if (following == Following.NOTHING) {
      operation = Optional.of(cluster);
      lastTrouble = trouble;
    }
    following = Following.ANOTHER;
    tries++;
    notBefore = Optional.of(now.plus(limits.pause(tries)));
  }

  /**
   * Records how an operation ended.
   *
   * @param runbook the runbook that answers the trouble; empty while none is known, or while looks
   *     fail. An operation that the incident did not start answers the alerts only if it carried
   *     this runbook out: a defragmentation says nothing about a trouble that has no runbook
   * @return whether the alerts so far are answered
   */
  public boolean ended(
      OperationEnd end, Optional<String> runbook, Instant now, IncidentLimits limits) {
    boolean repeated = last.filter(known -> known.operation().equals(end.operation())).isPresent();
    if (repeated) {
      return false;
    }
    boolean followed = following != Following.NOTHING;
    boolean answers = end.answersAlerts() && (isOwn(end) || runbook.map(end::isOf).orElse(false));
    if (!followed && !answers) {
      return false;
    }
    last = Optional.of(end);
    operation = Optional.of(end.operation());
    following = Following.NOTHING;
    tries = 0;
    if (answers) {
      unanswered = 0;
      proposed.clear();
      notBefore = Optional.empty();
    } else {
      unanswered++;
      notBefore = Optional.of(now.plus(limits.pause(unanswered)));
    }
    return answers;
  }

  /**
   * Returns whether this incident started the operation: in this run, or in the one before, which
   * knew the operation's id.
   */
  private boolean isOwn(OperationEnd end) {
    return switch (following) {
      case NOTHING -> false;
      case OWN -> true;
      case ANOTHER -> operation.filter(end.operation()::equals).isPresent();
    };
  }

  public boolean isFollowing() {
    return following != Following.NOTHING;
  }

  public boolean isFollowingOwn() {
    return following == Following.OWN;
  }

  public Optional<String> operation() {
    return operation;
  }

  /** Returns whether the last operation was about this trouble. */
  public boolean wasAbout(String trouble) {
    return lastTrouble.equals(trouble);
  }

  /** Returns the end of the operation that was recorded last. */
  public Optional<OperationEnd> last() {
    return last;
  }
}
