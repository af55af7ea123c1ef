package io.quorate.runbook;

import io.quorate.cluster.EtcdVersion;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.step.Releases.SwitchRelease;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.RunningVersions;
import java.util.List;
import java.util.Optional;

/**
 * The etcd version that a joining member runs: the minor of the voters, and during an upgrade the
 * older minor, so that the upgrade can still be turned back (docs/etcd.md#upgrades). The host may
 * have another version, because the member was lost before its turn or during it.
 */
public final class NewcomerRelease {
  private final ClusterView view;
  private final Member newcomer;
  private final RunningVersions others;
  private final Optional<EtcdVersion> its;

  public NewcomerRelease(ClusterView view, Member newcomer) {
    this.view = view;
    this.newcomer = newcomer;
    this.others =
        RunningVersions.of(
            view.voting().stream().filter(voter -> !voter.name().equals(newcomer.name())).toList());
    this.its = RunningVersions.ofOne(view, newcomer);
  }

  /**
   * The version that the newcomer would run, after a switch where one is needed; that of the voters
   * where its host does not say.
   */
  public Optional<EtcdVersion> version() {
    return its.map(version -> toSwitchTo().orElse(version)).or(others::newestOfOldestLine);
  }

  /** The objection to a join with the version for the newcomer; empty when there is none. */
  public Optional<Prescription> objection() {
    if (its.isEmpty()) {
      return others.areMixed()
          ? Optional.of(
              new Refusal(
                  RunbookReason.NEWCOMER_VERSION_UNKNOWN.because(
                      "Members run different minor versions ("
                          + others.inWords()
                          + "), and which etcd "
                          + newcomer.name()
                          + " would run is not known.",
                      newcomer.words())))
          : Optional.empty();
    }
    return toSwitchTo().flatMap(this::objection);
  }

  private Optional<Prescription> objection(EtcdVersion to) {
    String finding =
        newcomer.name() + " would join with etcd " + its.orElseThrow() + ", and needs " + to + ". ";
    if (!newcomer.workload().provenAbsent()) {
      return Optional.of(new Refusal(RunbookReason.NEWCOMER_RUNS.because(finding.strip())));
    }
    return releases(to)
        .missing()
        .or(() -> releases(to).settingsInTheWay())
        .map(
            because ->
                because instanceof Refusal refusal
                    ? new Refusal(refusal.reason().after(finding))
                    : because);
  }

  /**
   * The step that switches the host to the version for the newcomer; empty when the host has it.
   */
  public Optional<SwitchRelease> step() {
    return toSwitchTo().filter(to -> newcomer.workload().provenAbsent()).map(this::switched);
  }

  /**
   * The version to switch to, where the host has another minor line; patches of one line are
   * interchangeable.
   */
  private Optional<EtcdVersion> toSwitchTo() {
    return others
        .newestOfOldestLine()
        .filter(wanted -> its.filter(version -> !version.sameLine(wanted)).isPresent());
  }

  private SwitchRelease switched(EtcdVersion to) {
    List<String> changes =
        releases(to).translation(newcomer).map(SwitchRelease::changes).orElse(List.of());
    return new SwitchRelease(
        newcomer.name(), its.orElseThrow(), to, changes, SwitchRelease.Kind.NEWCOMER);
  }

  private ReleasesOnHosts releases(EtcdVersion to) {
    return new ReleasesOnHosts(view, to, List.of(newcomer));
  }
}
