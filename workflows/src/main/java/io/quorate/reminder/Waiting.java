package io.quorate.reminder;

import io.quorate.approval.Approval;
import io.quorate.approval.Decision;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.RehearsalText;
import io.quorate.cluster.StableName;
import io.quorate.diagnosis.Writes;
import io.quorate.operation.IncidentState;
import io.quorate.operation.NotifierProgress;
import io.quorate.operation.OperationState;
import io.quorate.operation.Taken;
import io.quorate.operation.WritesUnderWay;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Matter of a cluster that waits for people.
 *
 * @param since when it began to wait
 * @param writesFailSince since when the cluster takes no writes; empty while it takes them
 * @param writesSeenAt time of the look that found writes failing, where it is the plan's look;
 *     empty where the finding is current
 * @param taken who is on it; empty where nobody is, and where whoever was can do no more
 * @param group of those who can act; empty: all approvers
 * @param without people of the group who can do nothing more: who asked, who has said yes
 */
public record Waiting(
    ClusterKey cluster,
    What what,
    Instant since,
    Optional<Instant> writesFailSince,
    Optional<Instant> writesSeenAt,
    Optional<Taken> taken,
    Optional<String> group,
    Set<String> without) {
  /** Order of matters: those without writes first, then the longest wait. */
  public static final Comparator<Waiting> WORST_FIRST =
      Comparator.comparing((Waiting one) -> one.writesFailSince().isEmpty())
          .thenComparing(one -> one.writesFailSince().orElse(one.since()))
          .thenComparing(Waiting::since);

  /** Kind of a wait. Names are in metrics: append-only. */
  public enum What {
    /** A question has no answer. */
    QUESTION("a question waits for an answer"),
    /** A question has a yes and needs another one. */
    SECOND_YES("another yes is needed"),
    /** A parked operation waits for a choice. */
    PARK("an operation is parked"),
    /** A paused operation waits to be continued. */
    PAUSE("an operation is paused"),
    /** A rehearsal waits for an answer. */
    REHEARSAL("a rehearsal waits for an answer"),
    /** A rehearsal has a yes and needs another one. */
    REHEARSAL_SECOND_YES("another yes is needed in a rehearsal"),
    /** Trouble that no operation is about to mend. */
    UNMENDED("it is not mended");

    private final String sentence;

    What(String sentence) {
      this.sentence = sentence;
    }

    /** Returns what waits, as the end of a sentence. */
    public String sentence() {
      return sentence;
    }

    /** Returns the name that metrics have: {@code second-yes}. */
    public String words() {
      return StableName.of(this);
    }
  }

  /** Whether it is a rehearsal that waits. */
  public boolean isRehearsal() {
    return what == What.REHEARSAL || what == What.REHEARSAL_SECOND_YES;
  }

  /**
   * Returns the group of those who can act; empty: all approvers.
   *
   * @param steering the group that steers operations; empty: all approvers
   */
  public Optional<String> group(Optional<String> steering) {
    return switch (what) {
      case QUESTION, SECOND_YES, REHEARSAL, REHEARSAL_SECOND_YES -> group;
      case PARK, PAUSE -> steering;
      case UNMENDED -> Optional.empty();
    };
  }

  /** Whether a yes is there, and another one is needed. */
  boolean isSecondYes() {
    return what == What.SECOND_YES || what == What.REHEARSAL_SECOND_YES;
  }

  /** Returns the line about this for people; of a rehearsal it says so. */
  String marked(String line) {
    return isRehearsal() ? RehearsalText.marked(line) : line;
  }

  public Waiting {
    without = Set.copyOf(without);
  }

  /** Returns what of an operation waits for people. */
  public static Optional<Waiting> of(OperationState state) {
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

  /** Returns what of an incident waits for people. */
  public static Optional<Waiting> of(IncidentState state) {
    return state
        .unmendedSince()
        .filter(since -> state.open())
        .map(
            since ->
                new Waiting(
                    state.cluster(),
                    What.UNMENDED,
                    since,
                    state.writesFailSince(),
                    Optional.empty(),
                    state.taken(),
                    Optional.empty(),
                    Set.of()));
  }

  private static Waiting question(OperationState state, Approval asked) {
    Set<String> without = new LinkedHashSet<>();
    if (!asked.question().needed().requesterCounts()) {
      without.add(asked.question().requestedBy());
    }
    asked.decisions().forEach(yes -> without.add(yes.by()));
    Optional<Instant> yes = asked.decisions().stream().map(Decision::at).max(Instant::compareTo);
    // Reminders are for people who can still act. A take by somebody who
    // cannot act stops no reminder.
    Optional<Taken> taken = state.taken().filter(by -> without.stream().noneMatch(by::isBy));
    return new Waiting(
        state.cluster(),
        question(yes.isPresent(), state.isRehearsal()),
        yes.orElse(asked.question().askedAt()),
        WritesUnderWay.of(state).failSince(),
        Optional.empty(),
        taken,
        asked.question().needed().group(),
        without);
  }

  private static What question(boolean answered, boolean rehearsed) {
    if (rehearsed) {
      return answered ? What.REHEARSAL_SECOND_YES : What.REHEARSAL;
    }
    return answered ? What.SECOND_YES : What.QUESTION;
  }

  private static Waiting steered(OperationState state, What what) {
    WritesUnderWay writes = WritesUnderWay.of(state);
    return new Waiting(
        state.cluster(),
        what,
        state.since(),
        writes.failSince(),
        writes.seenAt(),
        state.taken(),
        Optional.empty(),
        Set.of());
  }

  /**
   * Returns this matter with what the cluster's incident sees, which goes on looking while an
   * operation waits. While the incident does not see whether clients can write, all that is known
   * otherwise stays.
   */
  public Waiting seenBy(IncidentState incident) {
    if (!incident.open()) {
      return this;
    }
    if (incident.writes().filter(seen -> seen != Writes.UNKNOWN).isPresent()) {
      return withWrites(incident.writesFailSince(), Optional.empty());
    }
    Optional<Instant> earliest =
        Stream.of(writesFailSince, incident.writesFailSince())
            .flatMap(Optional::stream)
            .min(Instant::compareTo);
    return withWrites(earliest, writesSeenAt);
  }

  private Waiting withWrites(Optional<Instant> failSince, Optional<Instant> seenAt) {
    return new Waiting(cluster, what, since, failSince, seenAt, taken, group, without);
  }

  /** Returns the person whose {@code take} still counts; a take counts for {@link Taken#HOLDS}. */
  public Optional<Taken> held(Instant now) {
    return taken.filter(by -> now.isBefore(by.until()));
  }

  /** Returns the matter as reminders remember it. */
  public NotifierProgress.Matter matter() {
    return new NotifierProgress.Matter(what.words(), since);
  }
}
