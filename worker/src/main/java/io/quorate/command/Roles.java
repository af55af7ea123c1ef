package io.quorate.command;

/** What one process is. */
public enum Roles {
  /** {@code quorate serve}. */
  WORKER_AND_GATEWAY,
  /** {@code quorate worker}. */
  WORKER,
  /** {@code quorate gateway}. */
  GATEWAY
}
