package io.quorate.operation;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * End of an operation, as the cluster's incident is told of it. Its components have the names of
 * {@link OperationState}, whose stored form can be read as an end.
 *
 * @param operation the operation's id
 * @param phase the name of the operation's last {@link Phase}; a text, so that the phase of a later
 *     release can be read
 * @param runbook the runbook of the operation; empty when a release does not say
 * @param diagnosis the name of the diagnosis that the last plan was about; empty without a plan
 * @param taken who was on it at the end; whoever said no is on the incident, too. Whoever was on a
 *     rehearsal is not
 */
public record OperationEnd(
    String operation,
    String phase,
    Optional<String> runbook,
    Optional<String> diagnosis,
    Optional<Taken> taken) {
  /** Phase of an operation that closed without saying how it ended: terminated, or failed. */
  static final String CLOSED_WITHOUT_WORD = "TERMINATED";

  public static OperationEnd of(OperationState state) {
    return new OperationEnd(
        state.operation(),
        state.phase().name(),
        Optional.of(state.runbook()),
        state.briefing().map(Briefing::diagnosis),
        state.taken().filter(any -> !state.isRehearsal()));
  }

  public static OperationEnd withoutWord(String operation, String runbook) {
    return new OperationEnd(
        operation, CLOSED_WITHOUT_WORD, Optional.of(runbook), Optional.empty(), Optional.empty());
  }

  /**
   * Returns whether people, or the cluster itself, answered the alert by the operation. One that
   * expired, was refused, stopped or was terminated left the alert as it was.
   */
  public boolean answersAlerts() {
    return Arrays.stream(Phase.values())
        .filter(known -> known.name().equals(phase))
        .anyMatch(OperationEnd::answersAlerts);
  }

  /** Returns whether the operation ended with nothing left to do. */
  public boolean isMended() {
    return phase.equals(Phase.COMPLETED.name()) || phase.equals(Phase.NOT_NEEDED.name());
  }

  private static boolean answersAlerts(Phase phase) {
    return switch (phase) {
      case COMPLETED, NOT_NEEDED, REJECTED, ABORTED -> true;
      case ASSESSING, WAITING_FOR_APPROVAL, RUNNING, PAUSED, PARKED, REFUSED, EXPIRED, STOPPED ->
          false;
    };
  }

  /** Returns whether the operation carried out this runbook; an unknown runbook counts as yes. */
  public boolean isOf(String wanted) {
    return runbook.isEmpty() || runbook.get().equals(wanted);
  }

  /** Returns whether the last plan was about this diagnosis; an unknown one counts as yes. */
  public boolean isAbout(String name) {
    return diagnosis.isEmpty() || diagnosis.get().equals(name);
  }

  /** Returns the phase as people read it: {@code not needed}. */
  public String words() {
    return phase.isEmpty() ? "ended" : phase.toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
