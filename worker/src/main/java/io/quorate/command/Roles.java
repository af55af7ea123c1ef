package io.quorate.command;

/** Roles of a process. */
public enum Roles {
  /** {@code quorate serve}. */
  WORKER_AND_GATEWAY,
  /** {@code quorate worker}. */
  WORKER,
  /** {@code quorate gateway}. */
  GATEWAY
}
