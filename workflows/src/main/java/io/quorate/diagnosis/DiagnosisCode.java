package io.quorate.diagnosis;

import io.quorate.cluster.StableName;
import java.util.Arrays;
import java.util.Optional;

/**
 * The names of all diagnoses (docs/concepts.md#diagnoses). They are in histories, in public JSON
 * and in scripts, so a constant may be added and none is ever renamed or taken away. What is
 * recorded holds the {@linkplain #words() name} as text, so that a release reads the names of a
 * later one.
 */
public enum DiagnosisCode {
  /** Members answer as different clusters. */
  SPLIT_HISTORIES,
  /** A client URL leads to another member. */
  MEMBER_MISROUTED,
  /** The answers of members contradict the record: another history under the same names. */
  OTHER_HISTORY,
  /** The membership lacks most of the voters that quorum confirmed. */
  MEMBERSHIP_SHRUNK,
  /** Most of the configured places hold the data of another cluster than the one that serves. */
  STRAY_CLUSTER,
  /** No member answers, or no member gives a member list. */
  UNOBSERVABLE,
  /** The alarm CORRUPT is raised: members hold different data. */
  CORRUPT,
  /** The alarm NOSPACE is raised: a database has reached its quota. */
  NO_SPACE,
  /** Two members say that they lead. */
  LEADER_DISPUTED,
  /** Only a minority is reached, and it follows a leader: Quorate itself is cut off. */
  OBSERVER_PARTITIONED,
  /** There is no quorum, and enough voters can come back with their data. */
  WAITING_FOR_QUORUM,
  /** There is no quorum, and too few voters can come back with their data. */
  QUORUM_LOST,
  /** A voter stopped because its file system is full. */
  DISK_FULL,
  /** A voter does not run, and its data is there. */
  MEMBER_STOPPED,
  /** A voter's process is there and does nothing. */
  MEMBER_HUNG,
  /** A voter is listed at another peer URL than the configured one. */
  ADDRESS_CHANGED,
  /** A voter is silent to Quorate, and its peers hear it. */
  MEMBER_UNREACHABLE,
  /** A voter does not run, no peer hears it, and its data is gone or damaged. */
  MINORITY_LOST,
  /** A voter does not run, and its data is of another history than the one that serves. */
  MEMBER_OF_OTHER_HISTORY,
  /** A voter is in the membership and was never started. */
  PHANTOM_MEMBER,
  /** A voter answers and does not follow the leader of the current term. */
  MEMBER_NOT_VOTING,
  /** A voter does not answer as the member it should be, and why cannot be told. */
  MEMBER_SILENT,
  /** A learner is in the membership. */
  MEMBER_JOINING,
  /** The number of voters is even, and a configured member is outside the membership. */
  MEMBER_MISSING,
  /** Members run two minor versions, or a downgrade is enabled. */
  VERSION_SKEW,
  /** Every voter votes and no alarm is raised, and a comparison found the voters' data unequal. */
  DATA_DIFFERS,
  /** Every voter votes and nothing is under way. */
  WHOLE;

  /** Returns the diagnosis of a name; empty for a name of a later release. */
  public static Optional<DiagnosisCode> named(String name) {
    return Arrays.stream(values()).filter(code -> code.words().equals(name)).findFirst();
  }

  /** The name that people and scripts read: {@code minority-lost}. */
  public String words() {
    return StableName.of(this);
  }
}
