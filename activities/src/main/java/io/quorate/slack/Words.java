package io.quorate.slack;

import io.quorate.approval.Approval;
import io.quorate.approval.Decision;
import io.quorate.operation.UtcTime;
import java.time.Instant;
import java.util.List;

/** Times and decisions as they stand in messages. Times are UTC and say so. */
final class Words {
  private static final int LONGEST_DIFFERENCE = 300;

  private Words() {}

  static String time(Instant at) {
    return UtcTime.of(at);
  }

  /**
   * Returns who decided when and where: {@code dana at 03:04:12 UTC, Slack}, and the reason, if
   * any.
   */
  static String who(Decision decision) {
    String reason = decision.reason().isBlank() ? "" : ": " + decision.reason().strip();
    return decision.person()
        + " at "
        + time(decision.at())
        + ", "
        + decision.door().words()
        + reason;
  }

  static String who(List<Decision> decisions) {
    return String.join("; ", decisions.stream().map(Words::who).toList());
  }

  /** Returns how a question ended, in a sentence; for an open question, who has approved so far. */
  static String outcome(Approval approval) {
    String said = who(approval.decisions());
    return switch (approval.state()) {
      case OPEN ->
          said.isEmpty()
              ? ""
              : approval.decisions().size()
                  + " of "
                  + approval.question().needed().approvals()
                  + " approved: "
                  + said
                  + ".";
      case APPROVED -> "Approved by " + said + ".";
      case REJECTED -> "Rejected by " + last(approval) + ".";
      case EXPIRED ->
          "Expired at "
              + time(approval.question().expiresAt())
              + ": an expired question approves nothing.";
      case VOID ->
          "Void. "
              + approval
                  .because()
                  .map(Words::difference)
                  .orElse("The plan changed or the operation ended.")
              + " Nothing more may start on it."
              + (said.isEmpty() ? "" : " Decided before by " + said + ".");
    };
  }

  /**
   * Returns the difference of the plans, cut to a line or two; the thread of the new question has
   * all of it.
   */
  private static String difference(String because) {
    return because.length() <= LONGEST_DIFFERENCE
        ? because
        : because.substring(0, LONGEST_DIFFERENCE) + "… (all of it: `quorate show`).";
  }

  private static String last(Approval approval) {
    return who(approval.decisions().get(approval.decisions().size() - 1));
  }
}
