package io.quorate.diagnosis;

import io.quorate.cluster.StableName;

/** Whether clients can write, as far as a diagnosis tells. */
public enum Writes {
  POSSIBLE,
  IMPOSSIBLE,
  UNKNOWN;

  /** Returns what the diagnosis of this name tells; a later release may have more of them. */
  public static Writes of(String diagnosis) {
    return DiagnosisCode.named(diagnosis).map(Writes::of).orElse(UNKNOWN);
  }

  /**
   * Returns what the diagnosis tells. Without quorum no write is committed; with NOSPACE or CORRUPT
   * raised etcd refuses writes (docs/etcd.md).
   */
  public static Writes of(DiagnosisCode code) {
    return switch (code) {
      case WAITING_FOR_QUORUM, QUORUM_LOST, NO_SPACE, CORRUPT -> IMPOSSIBLE;
      case SPLIT_HISTORIES,
          MEMBER_MISROUTED,
          OTHER_HISTORY,
          MEMBERSHIP_SHRUNK,
          STRAY_CLUSTER,
          UNOBSERVABLE,
          LEADER_DISPUTED,
          OBSERVER_PARTITIONED ->
          UNKNOWN;
      case DISK_FULL,
          MEMBER_STOPPED,
          MEMBER_HUNG,
          ADDRESS_CHANGED,
          MEMBER_UNREACHABLE,
          MINORITY_LOST,
          MEMBER_OF_OTHER_HISTORY,
          PHANTOM_MEMBER,
          MEMBER_NOT_VOTING,
          MEMBER_SILENT,
          MEMBER_JOINING,
          MEMBER_MISSING,
          VERSION_SKEW,
          DATA_DIFFERS,
          WHOLE ->
          POSSIBLE;
    };
  }

  /** Returns whether etcd refuses writes under this diagnosis although it may have a quorum. */
  public static boolean refusedByAlarm(String diagnosis) {
    return diagnosis.equals(DiagnosisCode.NO_SPACE.words())
        || diagnosis.equals(DiagnosisCode.CORRUPT.words());
  }

  /** The name as scripts read it. */
  public String words() {
    return StableName.of(this);
  }
}
