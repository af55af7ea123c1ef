package io.quorate.operation;

/**
 * Wish of an incident, a person or a schedule to start an operation. The wish is sent to the
 * operation that has the cluster. The wish of a person or a schedule is sent only to an operation
 * that makes way.
 *
 * @param runbook the wanted runbook; the wish of an incident names the runbook that answers the
 *     trouble
 * @param trouble what is wrong, or who starts which operation, in a sentence
 */
public record IncidentWish(String runbook, String trouble) {
  /** Returns the trouble without its full stop, for the end of a sentence. */
  public String cause() {
    return trouble.endsWith(".") ? trouble.substring(0, trouble.length() - 1) : trouble;
  }
}
