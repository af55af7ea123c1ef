package io.quorate.client;

import io.quorate.approval.Approval;
import io.quorate.approval.Decision;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.StableName;
import io.quorate.operation.Briefing;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationState;
import io.quorate.timeline.Writes;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Matter of a cluster that waits for people.
 *
 * @param since when it began to wait
 * @param writesFailSince since when writes fail, as the plan knows it; empty while they succeed
 * @param group group of those who can act; empty: all approvers
 * @param without people of the group who can do nothing more: who asked, who has said yes
 */
public record Waiting(
    ClusterKey cluster,
    What what,
    Instant since,
    Optional<Instant> writesFailSince,
    Optional<String> group,
    Set<String> without) {
  /** Time in which a new incident looks and proposes; nobody has to mend anything before. */
  private static final Duration BEGINS = Duration.ofMinutes(1);

  /** Deed that is wanted of people. Names are in JSON: append-only. */
  public enum What {
    QUESTION("a question waits for an answer"),
    SECOND_YES("another yes is needed"),
    PARK("an operation is parked"),
    PAUSE("an operation is paused"),
    /** Trouble that no operation is about to mend. */
    UNMENDED("it is not mended");

    private final String sentence;

    What(String sentence) {
      this.sentence = sentence;
    }

    /** Returns the matter in words, as the end of a sentence. */
    public String sentence() {
      return sentence;
    }

    /** Returns the name that scripts read: {@code second-yes}. */
    public String words() {
      return StableName.of(this);
    }
  }

  public Waiting {
    without = Set.copyOf(without);
  }

  static Optional<Waiting> of(OperationState state) {
    return switch (state.phase()) {
      case WAITING_FOR_APPROVAL -> state.openApproval().map(asked -> question(state, asked));
      case PARKED -> Optional.of(steered(state, What.PARK));
      case PAUSED -> Optional.of(steered(state, What.PAUSE));
      case ASSESSING,
          RUNNING,
          COMPLETED,
          NOT_NEEDED,
          REFUSED,
          REJECTED,
          EXPIRED,
          STOPPED,
          ABORTED ->
          Optional.empty();
    };
  }

  /**
   * Returns the trouble of an open incident on whose cluster no operation runs, and which proposes
   * none by itself.
   */
  static Optional<Waiting> unmended(IncidentState state, Instant now) {
    boolean begins = now.isBefore(state.openedAt().plus(BEGINS));
    return !state.open() || state.nextProposal().isPresent() || begins
        ? Optional.empty()
        : Optional.of(
            new Waiting(
                state.cluster(),
                What.UNMENDED,
                state.openedAt(),
                Optional.empty(),
                Optional.empty(),
                Set.of()));
  }

  private static Waiting question(OperationState state, Approval asked) {
    Set<String> without = new LinkedHashSet<>(Set.of(asked.question().requestedBy()));
    asked.decisions().forEach(yes -> without.add(yes.by()));
    Optional<Instant> yes = asked.decisions().stream().map(Decision::at).max(Instant::compareTo);
    return new Waiting(
        state.cluster(),
        yes.isPresent() ? What.SECOND_YES : What.QUESTION,
        yes.orElse(asked.question().askedAt()),
        writesFail(state),
        asked.question().needed().group(),
        without);
  }

  private static Waiting steered(OperationState state, What what) {
    return new Waiting(
        state.cluster(), what, state.since(), writesFail(state), Optional.empty(), Set.of());
  }

  /** Returns since when writes fail: at the latest since the operation was asked for. */
  private static Optional<Instant> writesFail(OperationState state) {
    return state
        .briefing()
        .map(Briefing::diagnosis)
        .filter(name -> Writes.of(name) == Writes.IMPOSSIBLE)
        .map(any -> state.requestedAt());
  }
}
