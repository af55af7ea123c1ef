package io.quorate.plan;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.step.Reason;
import io.quorate.step.Removals.RemoveMember;
import io.quorate.step.Step;
import io.quorate.step.StepReason;
import io.quorate.step.Verdict;
import io.quorate.view.ClusterView;
import io.quorate.view.RunningVersions;
import java.util.Optional;

/**
 * Refuses changes of the membership while minor versions are mixed or a downgrade is enabled, with
 * two exceptions (docs/etcd.md#n-22). During an upgrade, before the cluster version has moved, a
 * member that does not answer may be removed and one with the older etcd may join
 * (docs/etcd.md#upgrades). During a downgrade that all others have completed, a member that does
 * not answer may be removed, because etcd waits for it (docs/etcd.md#traps-of-a-downgrade). Both
 * hold only for versions as the plan saw them: a roll that began since is a new fact.
 *
 * @param seen the facts of the plan
 * @param step one that changes the membership
 */
record VersionRule(ClusterView seen, Step step, ClusterView now) {
  /** The objection to the step; empty when there is none. */
  Optional<Verdict> verdict() {
    if (now.downgradeTo().isPresent()) {
      return downgrading(now.downgradeTo().get());
    }
    RunningVersions versions = RunningVersions.of(now);
    if (!versions.areMixed()) {
      return Optional.empty();
    }
    boolean asPlanned = RunningVersions.of(seen).lines().containsAll(versions.lines());
    boolean excepted = takesOutTheLost() || step.newcomer().isPresent();
    return asPlanned && excepted
        ? clusterVersion(versions).or(() -> step.newcomer().flatMap(this::joinsWithAnother))
        : refused(
            GuardReason.VERSIONS_MIXED.because(
                "members run different minor versions: " + versions.inWords()));
  }

  private Optional<Verdict> downgrading(String line) {
    boolean asPlanned = seen.downgradeTo().equals(now.downgradeTo());
    boolean cameDown = RunningVersions.of(now).areAllOf(line);
    return asPlanned && cameDown && takesOutTheLost()
        ? Optional.empty()
        : refused(
            StepReason.DOWNGRADE_ENABLED.because(
                "a downgrade to " + line + " is enabled: the membership stays as it is"));
  }

  private boolean takesOutTheLost() {
    return step instanceof RemoveMember gone
        && now.member(gone.member()).filter(now::isLive).isEmpty();
  }

  private Optional<Verdict> clusterVersion(RunningVersions versions) {
    Optional<String> told = now.clusterVersion();
    if (told.isEmpty()) {
      return Optional.of(
          new Verdict.NotYet(
              StepReason.CLUSTER_VERSION_UNTOLD.because(
                  "the members do not report one cluster version at this moment")));
    }
    return versions.oldest().map(EtcdVersion::line).equals(told)
        ? Optional.empty()
        : refused(
            GuardReason.CLUSTER_VERSION_RAISED.because(
                "the cluster version is " + told.get() + " already"));
  }

  private Optional<Verdict> joinsWithAnother(MemberName newcomer) {
    Optional<EtcdVersion> older = RunningVersions.of(now.voting()).oldest();
    Optional<EtcdVersion> its =
        now.member(newcomer).flatMap(member -> RunningVersions.ofOne(now, member));
    return its.map(EtcdVersion::line).equals(older.map(EtcdVersion::line))
        ? Optional.empty()
        : refused(
            GuardReason.NEWCOMER_TOO_NEW.because(
                newcomer
                    + " would join with etcd "
                    + its.map(EtcdVersion::toString).orElse("(not known)")
                    + "; while versions are mixed, a member joins with the older release"));
  }

  private static Optional<Verdict> refused(Reason reason) {
    return Optional.of(new Verdict.Refused(reason));
  }
}
