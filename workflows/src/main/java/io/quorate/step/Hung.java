package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Hang;
import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import java.util.Optional;

/**
 * Preconditions of ending a hung member: it is the run that people were told about, it still hangs,
 * and it can come back with its data (docs/etcd.md#hung-members).
 */
record Hung(MemberName member, Run run) {
  /** The evidence that no process of the member is left. */
  Optional<String> ended(ClusterView view) {
    return view.member(member)
        .map(Member::workload)
        .filter(Workload::provenAbsent)
        .map(workload -> member + " has ended: " + workload.evidence());
  }

  /**
   * The evidence that this run has ended, also where a supervisor has started the member again
   * meanwhile, as systemd does with Restart=always.
   */
  Optional<String> endedOrStartedAgain(ClusterView view) {
    return ended(view)
        .or(
            () ->
                view.member(member)
                    .filter(seen -> startedAgain(seen))
                    .map(
                        seen ->
                            "%s of %s has ended; its supervisor starts it again: %s"
                                .formatted(run.words(), member, seen.workload().evidence())));
  }

  /** The evidence that this run has ended and the member answers with another one. */
  Optional<String> isBack(ClusterView view) {
    return view.member(member)
        .filter(seen -> seen.status().isPresent() && startedAgain(seen))
        .map(
            seen ->
                "%s of %s has ended, and %s answers: %s"
                    .formatted(run.words(), member, member, seen.workload().evidence()));
  }

  private boolean startedAgain(Member seen) {
    Workload now = seen.workload();
    boolean another = now.run().filter(other -> !other.equals(run)).isPresent();
    return now.isRestarting() || (now.runs() && another && seen.hang().isEmpty());
  }

  /**
   * Whether the member may be asked to end, or be ended.
   *
   * @param hang how it hung when people were told
   */
  Verdict mayBeEnded(ClusterView view, Hang hang) {
    Optional<Member> seen = running(view);
    if (seen.isEmpty()) {
      return otherRun(view);
    }
    if (seen.get().hang().filter(now -> isSame(hang, now)).isEmpty()) {
      return new Verdict.Changed(
          StepReason.HANG_CHANGED.because(
              run.words() + " of " + member + " does not hang any more as it did."));
    }
    return view.hasOwnData(seen.get())
        ? Verdict.PROCEED
        : new Verdict.Refused(
            StepReason.DATA_NOT_WHOLE.because(
                "the data of "
                    + member
                    + " is not proven whole and its own (its data directory is "
                    + Preconditions.word(seen.get().data().state())
                    + "), so it would not come back",
                "Look at the disk of " + member + ", then retry."));
  }

  /** The member while its process is this run. */
  Optional<Member> running(ClusterView view) {
    return view.member(member).filter(seen -> seen.workload().isRun(run));
  }

  /** The verdict where the process is not this run. */
  Verdict otherRun(ClusterView view) {
    Workload now =
        view.member(member).map(Member::workload).orElse(Workload.ambiguous("no such member"));
    return now.isUncertain()
        ? new Verdict.Refused(
            StepReason.PROCESS_UNKNOWN.because(
                "what runs as " + member + " cannot be told (" + now.evidence() + ")",
                view.words(member)))
        : new Verdict.Changed(
            StepReason.OTHER_PROCESS.because(
                member + " is not " + run.words() + " any more: " + now.evidence() + "."));
  }

  /** Whether a stopped process did nothing in between; others are looked at for seconds anyway. */
  private static boolean isSame(Hang before, Hang now) {
    return now.kind() == before.kind()
        && (now.kind() != Hang.Kind.STOPPED || now.signature().equals(before.signature()));
  }
}
