package io.quorate.runbook;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberStatus;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.step.StepReason;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.RunningVersions;
import java.util.Optional;
import java.util.function.Predicate;

/** Rules of rolls for members that run different versions. */
public final class VersionSkew {
  private VersionSkew() {}

  public static boolean runs(Member member, Predicate<EtcdVersion> wanted) {
    return member.status().map(MemberStatus::version).filter(wanted).isPresent();
  }

  /**
   * The refusal when versions are more than one minor apart; only neighbouring minors are supported
   * (docs/etcd.md#n-19).
   */
  public static Optional<Prescription> tooWide(ClusterView view) {
    RunningVersions versions = RunningVersions.of(view);
    return versions.areWiderThanOneMinor()
        ? Optional.of(
            new Refusal(
                StepReason.MORE_THAN_ONE_MINOR_APART.because(
                    "Members run etcd "
                        + versions.oldest().orElseThrow()
                        + " and "
                        + versions.newest().orElseThrow()
                        + ", more than one minor apart, which etcd does not support.",
                    "A person has to look: find out who changed the etcd of a member.")))
        : Optional.empty();
  }

  /**
   * Whether all answering members and the cluster version are at this line, so that etcd waits only
   * for silent members.
   */
  public static boolean hasComeDown(ClusterView view, String line) {
    return RunningVersions.of(view).areAllOf(line)
        && view.clusterVersion().filter(line::equals).isPresent();
  }

  /**
   * The refusal of a roll while a voter is lost: of three voters no other can be spared, and etcd
   * waits for every listed member. The lost voter may be replaced first (docs/etcd.md#n-22).
   */
  public static Optional<Refusal> withoutOne(ClusterView view) {
    Diagnosis diagnosis = DiagnosisTable.diagnose(view);
    RunningVersions versions = RunningVersions.of(view);
    if (diagnosis.code() != DiagnosisCode.MINORITY_LOST) {
      return Optional.empty();
    }
    if (view.downgradeTo().isPresent()) {
      return Optional.of(
          new Refusal(
              RunbookReason.MEMBER_LOST.because(
                  diagnosis.sentence(),
                  hasComeDown(view, view.downgradeTo().get())
                      ? new String[] {Wording.start(view, "minority-replace")}
                      : new String[] {
                        Wording.start(view, "rolling-downgrade", "--cancel"),
                        "Then: " + Wording.start(view, "minority-replace")
                      })));
    }
    return versions.areMixed()
        ? Optional.of(
            new Refusal(
                RunbookReason.MEMBER_LOST.because(
                    diagnosis.sentence(), Wording.start(view, "minority-replace"))))
        : Optional.empty();
  }

  /** Returns the command that finishes an enabled downgrade, and the command that cancels it. */
  public static String[] finishOrCancel(ClusterView view) {
    return new String[] {
      Wording.start(view, "rolling-downgrade"),
      "Or, to cancel it: " + Wording.start(view, "rolling-downgrade", "--cancel")
    };
  }
}
