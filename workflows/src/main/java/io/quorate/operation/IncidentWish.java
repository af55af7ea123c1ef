package io.quorate.operation;

/**
 * Wish of an incident to start an operation, sent to the operation that has the cluster.
 *
 * @param runbook the runbook that answers the trouble
 * @param trouble what is wrong, in a sentence
 */
public record IncidentWish(String runbook, String trouble) {
  public IncidentWish {
    runbook = Missing.orElse(runbook, "");
    trouble = Missing.orElse(trouble, "");
  }
}
