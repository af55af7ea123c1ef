package io.quorate.command;

import io.quorate.cluster.Amounts;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.execution.Pruning;
import io.quorate.snapshot.Retention;
import io.quorate.wire.OperationsJson;
import io.quorate.wire.OperationsJson.OperationJson;
import io.quorate.wire.PruneJson;
import java.util.List;

/** {@code quorate snapshots --prune}: removes old snapshots, or says what would go. */
record SnapshotPruning(
    QuorateCommand quorate, Configuration configuration, ClusterSettings cluster) {
  int carryOut(boolean dryRun) {
    Retention rule =
        cluster
            .backup()
            .keep()
            .orElseThrow(
                () ->
                    VerbFailure.wrongUsage(
                        "clusters.%s.backup.keep is not configured, so nothing is ever removed"
                            .formatted(cluster.key())));
    List<Retention.Fate> fates =
        new Pruning(
                quorate.wiring().snapshots(configuration),
                quorate.wiring().records(configuration),
                rule)
            .fates(cluster.key());
    if (!dryRun) {
      requireNoOperation();
      Pruning.carryOut(fates, quorate.wiring().store(configuration));
    }
    PruneJson answer = PruneJson.of(cluster.key(), dryRun, fates);
    quorate.answer(text(answer), answer);
    return ExitCode.DONE;
  }

  /**
   * Refuses to prune while an operation runs, because the operation may need any of the snapshots.
   * Pruning is also refused where the running operations are unknown.
   */
  private void requireNoOperation() {
    GatewayClient gateway = quorate.gateway(configuration);
    OperationsJson found =
        gateway.get("/api/operations?cluster=" + cluster.key()).as(OperationsJson.class);
    found.notice().ifPresent(notice -> refuse("which operations run is not known: " + notice));
    found.operations().stream()
        .filter(one -> one.endedAt().isEmpty())
        .map(OperationJson::operation)
        .findFirst()
        .ifPresent(
            running -> refuse(running + " is under way, and may be about any of the snapshots"));
  }

  private static void refuse(String why) {
    throw VerbFailure.refused("nothing was removed: " + why + ". Try again when it has ended.");
  }

  private static String text(PruneJson answer) {
    Table table = new Table();
    answer.removed().forEach(file -> table.row(file, answer.dryRun() ? "would go" : "removed"));
    answer.stays().forEach(one -> table.row(one.file(), "stays: " + one.because()));
    return table.text()
        + Amounts.count(answer.removed().size(), "snapshot")
        + (answer.dryRun() ? " would be removed, " : " removed, ")
        + answer.stays().size()
        + (answer.stays().size() == 1 ? " stays.\n" : " stay.\n");
  }
}
