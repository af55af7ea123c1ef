package io.quorate.runbook;

import io.quorate.cluster.Answer;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.Member;
import io.quorate.cluster.RunningVersions;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.version.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What may be done while members run different versions, or a downgrade is enabled. */
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
   * Without the member that is lost no roll goes on: of three nobody else can be spared, and etcd
   * waits for every listed member. It may be replaced (etcd-runbooks N-22, its exceptions).
   */
  static Optional<Refusal> withoutOne(ClusterView view) {
    Diagnosis diagnosis = Diagnosis.of(view);
    RunningVersions versions = RunningVersions.of(view);
    if (!diagnosis.name().equals("minority-lost")) {
      return Optional.empty();
    }
    if (view.downgradeTo().isPresent()) {
      return Optional.of(
          new Refusal(
              diagnosis.sentence()
                  + (hasComeDown(view, view.downgradeTo().get())
                      ? " Use minority-replace: once the lost one is out, etcd ends the downgrade."
                      : " The downgrade does not go on without it, and until it ends nobody can"
                          + " join: call it off with rolling-downgrade --cancel, then use"
                          + " minority-replace.")));
    }
    return versions.areMixed()
        ? Optional.of(
            new Refusal(
                diagnosis.sentence()
                    + " Use minority-replace first, which brings in a new one with etcd "
                    + versions.newestOfOldestLine().orElseThrow()
                    + "; then come back."))
        : Optional.empty();
  }

  /** Whether all that answer run it, and so does the cluster: etcd waits for the others only. */
  private static boolean hasComeDown(ClusterView view, String line) {
    return RunningVersions.of(view).lines().equals(Set.of(line))
        && view.clusterVersion().filter(line::equals).isPresent();
  }

  /** Why nobody is replaced at this moment, by what members run (etcd-runbooks N-22). */
  static Optional<Prescription> againstReplacing(ClusterView view, boolean someoneLost) {
    if (view.downgradeTo().isPresent()) {
      return downgrading(view, view.downgradeTo().get(), someoneLost);
    }
    RunningVersions versions = RunningVersions.of(view);
    if (!versions.areMixed()) {
      return Optional.empty();
    }
    if (view.clusterVersion().isEmpty()) {
      return Optional.of(
          Readiness.soon(
              view,
              "Members run different minor versions ("
                  + versions.inWords()
                  + ") and do not tell one cluster version at this moment."));
    }
    return tooWide(view);
  }

  /** What an approver has to know of versions when somebody is replaced in the middle of a roll. */
  static List<String> whenReplacing(ClusterView view) {
    RunningVersions versions = RunningVersions.of(view);
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
      versions
          .oldest()
          .filter(oldest -> view.clusterVersion().filter(isBelow(oldest)).isPresent())
          .map(
              oldest ->
                  "The cluster version moves to "
                      + oldest.line()
                      + " as soon as the lost one is out, for all others run that; there is no"
                      + " simple way back.")
          .ifPresent(warnings::add);
    }
    return warnings;
  }

  private static Predicate<String> isBelow(EtcdVersion version) {
    return line -> Line.parse(line).compareTo(Line.of(version)) < 0;
  }

  /**
   * Where all that answer have come down, the one that is lost is what etcd waits for (RB-16, trap
   * 4); before that nobody can join, and the downgrade does not go on without it (trap 3).
   */
  private static Optional<Prescription> downgrading(
      ClusterView view, String line, boolean someoneLost) {
    if (hasComeDown(view, line)) {
      return view.learners().stream()
          .findFirst()
          .map(
              learner ->
                  new Refusal(
                      "etcd does not end the downgrade to "
                          + line
                          + " before "
                          + learner.name()
                          + " answers, and a learner cannot join before. Remove "
                          + learner.id().orElseThrow()
                          + " by hand first."));
    }
    return Optional.of(
        new Refusal(
            "A downgrade to "
                + line
                + " is enabled, and until it ends no member can join. "
                + (someoneLost
                    ? "Call it off with rolling-downgrade --cancel, then come back."
                    : "Use rolling-downgrade to finish it, or rolling-downgrade --cancel to call"
                        + " it off.")));
  }
}
