package io.quorate.operation;

import io.quorate.cluster.StableName;

/** How the requester of an operation is known. */
public enum RequesterKind {
  /** Alerts asked, through the webhook: nobody else is called {@code alert ...}. */
  ALERT,
  /**
   * Person whom the operating system names, as the user who ran the command line, or whose token
   * the gateway verified.
   */
  PERSON,
  /** Name that somebody typed, at the command line or on the page, and that nobody verified. */
  UNVERIFIED;

  /** Returns the requester as people read it: {@code sam (unverified)}. */
  public String named(String requester) {
    return this == UNVERIFIED ? requester + " (unverified)" : requester;
  }

  /**
   * Returns the requester as those read it who decide: also that an alert proves nobody, for who
   * can send alerts to Alertmanager or the webhook can have made it up, an approver too.
   */
  public String toApprovers(String requester) {
    return this == ALERT
        ? requester + " (whoever may send alerts can have sent it)"
        : named(requester);
  }

  /**
   * Returns the requester in the words that approvers read, by the stable name of the requester's
   * kind.
   */
  public static String toApprovers(String requester, String kind) {
    return StableName.of(ALERT).equals(kind)
        ? ALERT.toApprovers(requester)
        : named(requester, kind);
  }

  /** Returns the requester as people read it, by the stable name of its kind. */
  public static String named(String requester, String kind) {
    return StableName.of(UNVERIFIED).equals(kind) ? UNVERIFIED.named(requester) : requester;
  }

  /** Returns the kind of a requester in a value that does not say it. */
  static RequesterKind unsaid(String requester) {
    return OperationRequest.isAlert(requester) ? ALERT : UNVERIFIED;
  }
}
