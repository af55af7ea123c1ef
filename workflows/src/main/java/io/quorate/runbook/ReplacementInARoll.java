package io.quorate.runbook;

import io.quorate.cluster.EtcdVersion;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.step.StepReason;
import io.quorate.version.MinorLine;
import io.quorate.view.ClusterView;
import io.quorate.view.RunningVersions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Rules for replacing a member while versions are mixed or a downgrade is enabled, and the warnings
 * that an approver has to read (docs/etcd.md#n-22).
 */
public final class ReplacementInARoll {
  private final ClusterView view;
  private final RunningVersions versions;

  public ReplacementInARoll(ClusterView view) {
    this.view = view;
    this.versions = RunningVersions.of(view);
  }

  /**
   * Why no member can be replaced at this moment; empty when one can.
   *
   * @param someoneLost whether a voter is lost; without a lost voter a downgrade can end by itself
   */
  public Optional<Prescription> objection(boolean someoneLost) {
    if (view.downgradeTo().isPresent()) {
      return downgrading(view.downgradeTo().get(), someoneLost);
    }
    if (!versions.areMixed()) {
      return Optional.empty();
    }
    if (view.clusterVersion().isEmpty()) {
      return Optional.of(
          ChangeReadiness.soon(
              view,
              StepReason.CLUSTER_VERSION_UNTOLD.because(
                  "Members run different minor versions ("
                      + versions.inWords()
                      + ") and do not report one cluster version.")));
    }
    return VersionSkew.tooWide(view);
  }

  /**
   * The objection during a downgrade. Where all answering members and the cluster version are at
   * the older line, etcd waits only for the lost member (docs/etcd.md#traps-of-a-downgrade). Before
   * that no member can join, and the downgrade does not proceed without the lost member (trap 3 of
   * that section).
   */
  private Optional<Prescription> downgrading(String line, boolean someoneLost) {
    if (VersionSkew.hasComeDown(view, line)) {
      return view.learners().stream()
          .findFirst()
          .map(
              learner ->
                  new Refusal(
                      StepReason.DOWNGRADE_ENABLED.because(
                          "The downgrade to "
                              + line
                              + " does not end before the learner "
                              + learner.name()
                              + " answers, and the learner cannot join before it ends.",
                          Wording.removal(view, learner))));
    }
    return Optional.of(
        new Refusal(
            StepReason.DOWNGRADE_ENABLED.because(
                "A downgrade to " + line + " is enabled, and until it ends no member can join.",
                someoneLost || !view.learners().isEmpty()
                    ? new String[] {Wording.start(view, "rolling-downgrade", "--cancel")}
                    : VersionSkew.finishOrCancel(view))));
  }

  /** Warnings for the plan, one sentence each. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    view.downgradeTo()
        .map(
            line ->
                "The snapshot carries the downgrade with it: restored with another etcd than "
                    + line
                    + " it would keep it for ever.")
        .ifPresent(warnings::add);
    if (versions.areMixed()) {
      warnings.add(
          "Members run different minor versions ("
              + versions.inWords()
              + "), and still do afterwards. Then go on with rolling-upgrade, or turn back with"
              + " rolling-downgrade.");
    } else {
      versions.oldest().flatMap(this::clusterVersionMoves).ifPresent(warnings::add);
    }
    return warnings;
  }

  private Optional<String> clusterVersionMoves(EtcdVersion allOthers) {
    Predicate<String> below = line -> MinorLine.parse(line).compareTo(MinorLine.of(allOthers)) < 0;
    return view.clusterVersion()
        .filter(below)
        .map(
            now ->
                "The cluster version moves to "
                    + allOthers.line()
                    + " as soon as the lost one is out, for all others run that; there is no"
                    + " simple way back.");
  }
}
