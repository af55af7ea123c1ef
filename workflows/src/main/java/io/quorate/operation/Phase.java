package io.quorate.operation;

import io.quorate.cluster.StableName;

/** The states of an operation. Names are append-only: they are in histories and in scripts. */
public enum Phase {
  /** It looks, and waits for what needs time. */
  ASSESSING,
  WAITING_FOR_APPROVAL,
  RUNNING,
  PAUSED,
  /** A step failed for good: it keeps its place and asks. */
  PARKED,
  COMPLETED,
  /** There was nothing to do. */
  NOT_NEEDED,
  REFUSED,
  REJECTED,
  EXPIRED,
  /** The world changed so that it could not go on; nothing is half done. */
  STOPPED,
  ABORTED;

  /** As people and scripts read it: {@code waiting-for-approval}. */
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
