package io.quorate.watch;

import io.quorate.cluster.StableName;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Kind of a finding that is no diagnosis: the cluster may work, and somebody should know. Names are
 * append-only: configuration, reports and alerts have them.
 */
public enum FindingKind {
  /** The leader changes again and again. */
  LEADER_FLAPPING(Origin.MAY_BE_OURS),
  /** A member waits for its disk. */
  SLOW_DISK(Origin.NEVER_OURS),
  /** A clock differs from those of most members of the fleet. */
  CLOCK(Origin.NEVER_OURS, Duration.ofMinutes(10)),
  /** A certificate ends soon, or new connections fail for one. */
  CERTIFICATE(Origin.NEVER_OURS),
  /** A database is on its way to its quota. */
  QUOTA_TREND(Origin.NEVER_OURS),
  /** The loss of one site, zone or machine would end quorum, or one machine has two voters. */
  PLACEMENT(Origin.NEVER_OURS),
  /** The last backup is older than the configuration allows. */
  BACKUP(Origin.NEVER_OURS, Duration.ofHours(1)),
  /** The last restore on trial is older than the configuration allows. */
  DRILL(Origin.NEVER_OURS, Duration.ofHours(1)),
  /** A version has a defect that a later patch of its line has not. */
  ADVISORY(Origin.NEVER_OURS),
  /** Somebody else changed the membership. */
  MEMBERSHIP_CHANGED(Origin.MAY_BE_OURS),
  /** The loss of one thing would cost more than it did. */
  LOSS_GOT_WORSE(Origin.MAY_BE_OURS, Duration.ofMinutes(15)),
  /** The next start of a member would take what its process has not. */
  NEXT_START(Origin.MAY_BE_OURS, Duration.ofHours(1));

  private final Origin origin;
  private final Duration lasting;

  /** Causes that a kind may have. */
  private enum Origin {
    /** A step of an operation does the same, so a sign that comes with an operation is none. */
    MAY_BE_OURS,
    /** No step of an operation looks like it. */
    NEVER_OURS
  }

  FindingKind(Origin origin) {
    this(origin, Duration.ZERO);
  }

  FindingKind(Origin origin, Duration lasting) {
    this.origin = origin;
    this.lasting = lasting;
  }

  /**
   * Returns how long a finding has to stand before people are told of it. A worker that has just
   * begun needs some time for a backup that is overdue. A change of the membership by hand goes
   * through layouts that are worse than those before and after. Who changes a file of a member
   * restarts the member within the hour. A worker whose machine stood still for some seconds sees
   * half of all clocks ahead until it has read the other half again, in 5 min.
   */
  Duration lasting() {
    return lasting;
  }

  /** Returns whether an operation of Quorate that changes something looks the same. */
  public boolean mayBeOurs() {
    return origin == Origin.MAY_BE_OURS;
  }

  /** Returns the name as people read and type it: {@code leader-flapping}. */
  public String words() {
    return StableName.of(this);
  }

  /** Returns the kind of this name; empty for the name of a later release. */
  public static Optional<FindingKind> named(String words) {
    return Arrays.stream(values()).filter(kind -> kind.words().equals(words)).findFirst();
  }

  /** Returns the names of all kinds. */
  public static List<String> names() {
    return Arrays.stream(values()).map(FindingKind::words).toList();
  }
}
