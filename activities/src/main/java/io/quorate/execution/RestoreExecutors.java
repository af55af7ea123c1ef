package io.quorate.execution;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.Revision;
import io.quorate.port.ClusterRecords;
import io.quorate.port.Failure;
import io.quorate.port.Recovered;
import io.quorate.port.RestoreOrder;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotContent.KeysOfSource;
import io.quorate.port.Trial;
import io.quorate.record.HighWaterMark;
import io.quorate.record.Origin;
import io.quorate.record.RestoredMember;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.step.Restorations.RestoreMember;
import io.quorate.step.Restorations.ReturnToOldCluster;
import io.quorate.step.RestoredClusters.VerifyRestored;
import java.util.Optional;

/** Effects of the steps of a restore and of its undo. */
final class RestoreExecutors {
  private RestoreExecutors() {}

  /**
   * Restores a snapshot as the data of one member, then begins its history in the record of the
   * cluster: before the member is started, so that its token is never used again, and after the
   * data is in place, so that a killed attempt is gone on with. The revision with which it begins
   * is recorded with it: a restore that ends here can be undone.
   */
  static Optional<String> restoreMember(RestoreMember step, StepContext context) {
    ClusterRecords records =
        context
            .ports()
            .records()
            .orElseThrow(
                () ->
                    new Failure.Refused(
                        "the cluster is not remembered anywhere, so nobody knows which cluster ids"
                            + " were used before"));
    RestoredMember first = step.first();
    SavedSnapshot saved = Sources.named(context, step.file()).saved();
    if (!first.isMadeOf(saved)) {
      throw new Failure.Refused(
          saved.file() + " was changed since people were asked. Put back what it was then");
    }
    String where =
        Sources.toRestore(
            context,
            Sources.Wanted.of(first.name(), saved),
            file -> {
              context.attempt().progress("restoring " + step.file() + " as " + first.name());
              return context
                  .ports()
                  .restores()
                  .restore(
                      first.name(),
                      new RestoreOrder(
                          file,
                          first.bootstrapName(),
                          first.peerUrl(),
                          first.owner(),
                          Sources.bump(step.bump())),
                      context.afterFetching());
            });
    HighWaterMark begins =
        new HighWaterMark(
            Sources.named(context, step.file()).revision().value() + step.bump(),
            context.view().at());
    records.update(
        context.ports().cluster(),
        record ->
            record
                .restored(
                    first,
                    context.view().at(),
                    Origin.restored(context.attempt().operation(), step.file()))
                .unwritten(first.owner().cluster(), begins));
    return Optional.of(where);
  }

  /** Starts the restored member where no client can reach it, and holds it against its source. */
  static Optional<String> verifyRestored(VerifyRestored step, StepContext context) {
    context.attempt().progress("starting " + step.first().name() + " where nobody can reach it");
    Trial trial =
        context
            .ports()
            .restores()
            .verifyInPlace(step.first().name(), step.restoredTo(), context.permit());
    Recovered seen = trial.content();
    Optional<DrillFindings> findings = findings(step, trial, context);
    Optional<Long> keys =
        seen.keys()
            .filter(told -> told.hash().at().equals(step.restoredTo()))
            .map(KeysOfSource::count);
    Optional<String> other =
        seen.owner()
            .filter(owner -> !owner.equals(step.first().owner()))
            .map(owner -> "it is " + owner);
    other
        .or(() -> step.missing(seen.revision(), keys))
        .or(() -> findings.flatMap(DrillFindings::otherKeys))
        .ifPresent(
            missing -> {
              throw new Failure.Refused(
                  "what was restored is not the source: " + missing + "; nobody could reach it");
            });
    RecordUpdate.unwritten(
        context.ports(),
        Optional.of(step.first().owner().cluster()),
        seen.revision(),
        context.view().at());
    return Optional.of(
        step.first().name()
            + " is "
            + step.first().owner()
            + ", revision "
            + seen.revision()
            + keys.map(count -> ", " + Amounts.count(count, "key")).orElse("")
            + ", "
            + hash(step, findings)
            + ": "
            + againstTheReport(step, seen.revision()));
  }

  /**
   * Findings about the keys, which are held against what the source said of its own. Raised
   * revisions have another hash, which the restore on trial before the question compared without
   * them.
   */
  private static Optional<DrillFindings> findings(
      VerifyRestored step, Trial trial, StepContext context) {
    return step.file()
        .filter(file -> step.bump() == 0)
        .flatMap(file -> said(file, context))
        .map(said -> new DrillFindings(said, trial, Optional.empty(), 0));
  }

  /** Content of the source; empty where the store does not answer any more, which ends nothing. */
  private static Optional<SnapshotContent> said(String file, StepContext context) {
    try {
      return context.ports().snapshots().contentOf(Sources.named(context, file).saved());
    } catch (Failure unread) {
      return Optional.empty();
    }
  }

  private static String hash(VerifyRestored step, Optional<DrillFindings> findings) {
    return findings
        .map(DrillFindings::hash)
        .orElse(
            step.bump() == 0
                ? "no hash to compare with"
                : "no hash to compare: revisions were raised");
  }

  /** Comparison with the loss report that people approved, which counts from the source. */
  private static String againstTheReport(VerifyRestored step, Revision found) {
    long more = found.value() - step.restoredTo().value();
    return more == 0
        ? "as the approvers were told, and no more is lost than that"
        : Amounts.count(more, "change") + " more than the report announced";
  }

  /** Begins the old history anew in the record of the cluster; the next look shows its members. */
  static Optional<String> returnToOldCluster(ReturnToOldCluster step, StepContext context) {
    ClusterRecords records =
        context
            .ports()
            .records()
            .orElseThrow(() -> new Failure.Refused("the cluster is not remembered anywhere"));
    context.permit().use();
    records.update(
        context.ports().cluster(),
        record ->
            record.undone(
                step.old(),
                context.view().at(),
                Origin.undone(context.attempt().operation(), step.operation())));
    return Optional.empty();
  }
}
