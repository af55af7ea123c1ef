package io.quorate.wire;

import io.quorate.cluster.StableName;

/** The kinds of entries of a timeline. Names are append-only: they are in exported files. */
public enum TimelineEvent {
  /** Somebody, or an alert, asked for the operation. */
  REQUESTED,
  /** Facts needed more time. */
  NOT_YET,
  /** The runbook answered: a plan, nothing to do, or a refusal. */
  PRESCRIBED,
  /** The cluster could not be looked at. */
  LOOK_FAILED,
  QUESTION_ASKED,
  QUESTION_EXPIRED,
  /** The plan is no longer the one to carry out, or the operation ended before an answer. */
  QUESTION_VOID,
  /** A decision that counted. */
  DECISION,
  DECISION_REFUSED,
  /** Somebody asked to pause, continue, abort, retry or skip, and it counted. */
  WISH,
  WISH_REFUSED,
  PAUSED,
  PARKED,
  STEP,
  /** A step that takes back what was done, after an abort. */
  UNDO,
  NOTICE,
  ENDED;

  /** The name as scripts read it: {@code question-asked}. */
  public String words() {
    return StableName.of(this);
  }
}
