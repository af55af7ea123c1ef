package io.quorate.operation;

/**
 * Wish of an incident to start an operation, or of a person or a schedule, sent to the operation
 * that has the cluster. That of a person or a schedule is sent only to one that makes way.
 *
 * @param runbook the runbook that is wanted; it answers the trouble where an incident wants it
 * @param trouble what is wrong, or who starts what, in a sentence
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
