package io.quorate.runbook.protect;

import io.quorate.step.ReasonCode;

/** Reasons of backup and restore-drill. */
public enum ProtectReason implements ReasonCode {
  SNAPSHOT_SAVED("The snapshot is saved, and restored on trial where that was wanted.", ""),
  DRILL_DONE("The drill is done.", ""),
  NO_HOST_FOR_A_DRILL(
      "No member is configured at whose place a snapshot could be restored on trial.",
      "Write one member into quorate.yml, then start this again."),
  NO_SNAPSHOT("There is no snapshot that could be restored.", "backup saves one."),
  SNAPSHOTS_UNREADABLE("The snapshots cannot be read.", "quorate check says what is in the way.");

  private final Explanation explained;

  ProtectReason(String meaning, String remedy) {
    this.explained = new Explanation(meaning, remedy);
  }

  @Override
  public Explanation explained() {
    return explained;
  }
}
