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

  private final String meaning;
  private final String remedy;

  ProtectReason(String meaning, String remedy) {
    this.meaning = meaning;
    this.remedy = remedy;
  }

  @Override
  public String meaning() {
    return meaning;
  }

  @Override
  public String remedy() {
    return remedy;
  }
}
