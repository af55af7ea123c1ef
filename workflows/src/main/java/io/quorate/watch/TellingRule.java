package io.quorate.watch;

import io.quorate.diagnosis.DiagnosisCode;
import java.time.Duration;
import java.util.Optional;

/** Rule of when people are told of a trouble that the watch found. */
public final class TellingRule {
  /** Longer than an election, which follows the loss of a leader (1 s by default). */
  private static final Duration ELECTION = Duration.ofSeconds(10);

  /** Longer than the restart of a member by hand. */
  private static final Duration RESTART = Duration.ofSeconds(20);

  /** Longer than a change of the membership by hand, with a learner that catches up. */
  private static final Duration CHANGE = Duration.ofMinutes(15);

  private TellingRule() {}

  /**
   * Returns how long a trouble has to last before people are told of it; empty where nobody is told
   * by the watch, because nothing is wrong or somebody upgrades at leisure.
   */
  public static Optional<Duration> of(DiagnosisCode code) {
    return switch (code) {
      case WHOLE, VERSION_SKEW -> Optional.empty();
      case QUORUM_LOST,
          WAITING_FOR_QUORUM,
          UNOBSERVABLE,
          OBSERVER_PARTITIONED,
          LEADER_DISPUTED,
          NO_SPACE,
          CORRUPT,
          DATA_DIFFERS,
          SPLIT_HISTORIES,
          OTHER_HISTORY,
          MEMBERSHIP_SHRUNK,
          STRAY_CLUSTER ->
          Optional.of(ELECTION);
      case DISK_FULL,
          MEMBER_STOPPED,
          MEMBER_HUNG,
          MEMBER_UNREACHABLE,
          MINORITY_LOST,
          MEMBER_OF_OTHER_HISTORY,
          MEMBER_NOT_VOTING,
          MEMBER_SILENT ->
          Optional.of(RESTART);
      case PHANTOM_MEMBER, MEMBER_JOINING, MEMBER_MISSING, MEMBER_MISROUTED, ADDRESS_CHANGED ->
          Optional.of(CHANGE);
    };
  }

  /**
   * Returns whether people are told of a diagnosis whoever has silenced it: writes may fail, data
   * may be lost, or nobody can see.
   */
  public static boolean isAlwaysTold(DiagnosisCode code) {
    return of(code).equals(Optional.of(ELECTION));
  }
}
