package io.quorate.operation;

/**
 * Wish of an incident to start an operation, sent to the operation that has the cluster. A wish of
 * a person is sent only to one that makes way for it.
 *
 * @param runbook the runbook that answers the trouble
 * @param trouble what is wrong, in a sentence
 */
public record IncidentWish(String runbook, String trouble) {
  public IncidentWish {
    runbook = Missing.orElse(runbook, "");
    trouble = Missing.orElse(trouble, "");
  }

  /** The trouble without its full stop, for the end of a sentence. */
  public String cause() {
    return trouble.endsWith(".") ? trouble.substring(0, trouble.length() - 1) : trouble;
  }
}
