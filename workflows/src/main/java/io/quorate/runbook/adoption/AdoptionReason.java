package io.quorate.runbook.adoption;

import io.quorate.step.ReasonCode;

/** Reasons of adopt. */
public enum AdoptionReason implements ReasonCode {
  NOTHING_TO_ADOPT(
      "The platform of the cluster has no controller whose form could be in the way.", ""),
  FORM_FITS("The controller of the workloads has the form in which members can be held.", ""),
  CONTROLLER_UNSEEN("The controller of the workloads could not be read.", ""),
  FORM_STAYS(
      "The form of the controller cannot be changed now.",
      "Do what the refusal says, then plan again.");

  private final Explanation explained;

  AdoptionReason(String meaning, String remedy) {
    this.explained = new Explanation(meaning, remedy);
  }

  @Override
  public Explanation explained() {
    return explained;
  }
}
