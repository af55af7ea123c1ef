package io.quorate.operation;

import io.quorate.cluster.Amounts;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Rule of the hour of quiet: what an incident proposed and an operation completed is not proposed
 * again for an hour, because a repair that did not last does not become better by repetition
 * (Orchestrator blocks a second recovery of a cluster as long). Another member, another diagnosis
 * and another runbook are proposed at once.
 */
public final class HourOfQuiet {
  /** Length of the quiet after the end of the operation. */
  public static final Duration LENGTH = Duration.ofHours(1);

  private HourOfQuiet() {}

  /**
   * Returns the restraint that an operation leaves behind.
   *
   * @param last an operation of the cluster
   * @param runbook that answers the trouble now
   * @param trouble the diagnosis with the condition of each member: {@code minority-lost: etcd-1
   *     LOST}
   */
  public static Optional<Restraint> after(
      OperationState last, String runbook, String trouble, Instant now) {
    Instant until = last.since().plus(LENGTH);
    boolean same =
        last.phase() == Phase.COMPLETED
            && last.requester() == RequesterKind.ALERT
            && last.runbook().equals(runbook)
            && isAbout(last, trouble);
    return same && now.isBefore(until) && !now.isBefore(last.since())
        ? Optional.of(
            new Restraint(Restraint.Kind.HOUR_OF_QUIET, sentence(last, until, now), until))
        : Optional.empty();
  }

  /** Whether an operation was about this diagnosis and the members that are in trouble now. */
  private static boolean isAbout(OperationState last, String trouble) {
    return last.briefing()
        .flatMap(Briefing::trouble)
        .filter(before -> diagnosis(before).equals(diagnosis(trouble)))
        .filter(before -> ProposalTitle.members(before).containsAll(ProposalTitle.members(trouble)))
        .isPresent();
  }

  private static String diagnosis(String trouble) {
    return trouble.split(": ", 2)[0];
  }

  private static String sentence(OperationState last, Instant until, Instant now) {
    return "Not proposed yet: "
        + last.operation()
        + " ("
        + last.title()
        + ") did the same "
        + Amounts.ago(last.since(), now)
        + " and it did not last, so find out why first. A repair is proposed at "
        + UtcTime.minutes(until, now)
        + " UTC, or now: quorate ask-again "
        + last.cluster()
        + ".";
  }
}
