package io.quorate.operation;

import io.quorate.cluster.StableName;

/** Phases of an operation. Names are append-only: they are in histories and in scripts. */
public enum Phase {
  /** The operation looks at the cluster, and waits for facts that need time. */
  ASSESSING,
  WAITING_FOR_APPROVAL,
  RUNNING,
  PAUSED,
  /** The operation cannot go on by itself: it keeps its place and asks a person. */
  PARKED,
  COMPLETED,
  /** There was nothing to do. */
  NOT_NEEDED,
  REFUSED,
  REJECTED,
  EXPIRED,
  /** The operation could not go on, or was ended from outside in Temporal. */
  STOPPED,
  ABORTED;

  /** Returns the phase as people and scripts read it: {@code waiting-for-approval}. */
  public String words() {
    return StableName.of(this);
  }

  public boolean ended() {
    return switch (this) {
      case ASSESSING, WAITING_FOR_APPROVAL, RUNNING, PAUSED, PARKED -> false;
      case COMPLETED, NOT_NEEDED, REFUSED, REJECTED, EXPIRED, STOPPED, ABORTED -> true;
    };
  }
}
