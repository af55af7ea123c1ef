package io.quorate.runbook;

import io.quorate.cluster.Answer;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.Member;
import io.quorate.cluster.RunningVersions;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Members that run different versions. */
final class VersionSkew {
  /** The name of the diagnosis. */
  static final String DIAGNOSIS = "version-skew";

  private VersionSkew() {}

  static boolean runs(Member member, Predicate<EtcdVersion> wanted) {
    return member.answer().map(Answer::version).filter(wanted).isPresent();
  }

  /** Neighbouring minors are a supported state; others are not (etcd-runbooks N-19). */
  static Optional<Prescription> tooWide(ClusterView view) {
    RunningVersions versions = RunningVersions.of(view);
    return versions.areWiderThanOneMinor()
        ? Optional.of(
            new Refusal(
                "Members run etcd "
                    + versions.oldest().orElseThrow()
                    + " and "
                    + versions.newest().orElseThrow()
                    + ", more than one minor apart, which etcd does not support. A person has to"
                    + " look."))
        : Optional.empty();
  }

  /**
   * A member that is lost while versions are mixed is not replaced (N-22), and without it nobody
   * can be spared: neither runbook can go on, and neither may send people to the other.
   */
  static Optional<Refusal> withoutOne(ClusterView view) {
    Diagnosis diagnosis = Diagnosis.of(view);
    RunningVersions versions = RunningVersions.of(view);
    Optional<EtcdVersion> older = versions.oldest();
    if (!diagnosis.name().equals("minority-lost") || !versions.areMixed()) {
      return Optional.empty();
    }
    List<Member> newer =
        view.voting().stream()
            .filter(voter -> runs(voter, version -> !version.sameLine(older.orElseThrow())))
            .toList();
    return Optional.of(
        new Refusal(
            diagnosis.sentence()
                + " While versions are mixed it is not replaced. Put etcd "
                + older.orElseThrow()
                + " back under "
                + Wording.and(newer)
                + " by hand, one at a time (stop, older binary, start; writes may stop meanwhile),"
                + " then use minority-replace."));
  }
}
