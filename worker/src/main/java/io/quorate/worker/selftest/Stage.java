package io.quorate.worker.selftest;

import io.quorate.cluster.StableName;

/** Stages of a self-test, in their order. Names are append-only: they are in metrics. */
public enum Stage {
  /** A gateway and a worker of the self-test's own run. */
  START,
  /** The webhook took the alert. */
  ALERT,
  /** The incident says which member is stopped. */
  FINDING,
  /** The incident's operation asks. */
  QUESTION,
  /** The notifier showed the question. */
  MESSAGE,
  /** The yes of the approver counted. */
  DECISION,
  /** The operation started the member, and completed. */
  END,
  /** The timeline has the alert, the question, the decision and the end. */
  TIMELINE,
  /** The incident is closed. */
  CLOSE,
  /** No worker told the end of the self-test: Temporal cut it off. */
  WORKER;

  /** The name as it is in metrics. */
  public String words() {
    return StableName.of(this);
  }
}
