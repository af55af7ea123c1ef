package io.quorate.runbook;

import io.quorate.cluster.EtcdVersion;
import io.quorate.step.Reason;
import io.quorate.version.Concern;
import io.quorate.version.Severity;
import io.quorate.version.VersionKnowledge;
import io.quorate.version.VersionUse;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.RunningVersions;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Advisories about the versions that a runbook meets: each advisory once, for the oldest version
 * that it concerns (docs/versions.md).
 */
public final class VersionConcerns {
  private final Collection<EtcdVersion> versions;
  private final String runbook;

  /**
   * Concerns about these versions.
   *
   * @param versions the oldest first
   */
  public VersionConcerns(Collection<EtcdVersion> versions, String runbook) {
    this.versions = versions;
    this.runbook = runbook;
  }

  /** Concerns about the versions that members report. */
  public VersionConcerns(ClusterView view, String runbook) {
    this(RunningVersions.of(view).all(), runbook);
  }

  /** Concerns about the version with which this member would join. */
  public static VersionConcerns ofJoining(ClusterView view, Member newcomer, String runbook) {
    return new VersionConcerns(
        new NewcomerRelease(view, newcomer).version().stream().toList(), runbook);
  }

  /** Lists the warnings for the approvers; a warning forbids nothing. */
  public List<String> warnings(VersionUse... uses) {
    return about(uses)
        .filter(one -> one.severity() == Severity.WARNING)
        .map(Concern::sentence)
        .toList();
  }

  /** Why these uses are refused, with the patch to go to; empty where they are not. */
  public Optional<Reason> refusal(ClusterView view, VersionUse... uses) {
    return reason(uses)
        .map(
            reason ->
                RunbookReason.VERSION_ADVISED_AGAINST.because(
                    reason, upgrade(view).orElse(RunbookReason.VERSION_ADVISED_AGAINST.remedy())));
  }

  /** Why these uses are refused; empty where they are not. */
  public Optional<String> reason(VersionUse... uses) {
    return about(uses)
        .filter(one -> one.severity() == Severity.REFUSED)
        .findFirst()
        .map(one -> one.sentence() + " (" + one.id() + ", " + one.source() + ")");
  }

  /** The command of the upgrade to the newest patch of the oldest version's line. */
  public Optional<String> upgrade(ClusterView view) {
    return versions.stream()
        .findFirst()
        .flatMap(VersionKnowledge.current()::newestOf)
        .map(newest -> Wording.start(view, "rolling-upgrade", "--to " + newest));
  }

  private Stream<Concern> about(VersionUse... uses) {
    Map<String, Concern> byId = new LinkedHashMap<>();
    versions.stream()
        .flatMap(
            version ->
                Stream.of(uses)
                    .map(use -> VersionKnowledge.current().concerns(version, use, runbook)))
        .flatMap(Collection::stream)
        .forEach(concern -> byId.putIfAbsent(concern.id(), concern));
    return byId.values().stream();
  }
}
