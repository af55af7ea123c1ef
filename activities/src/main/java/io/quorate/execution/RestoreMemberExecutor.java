package io.quorate.execution;

import io.quorate.port.ClusterRecords;
import io.quorate.port.Failure;
import io.quorate.port.RestoreOrder;
import io.quorate.record.Beginning;
import io.quorate.record.Highest;
import io.quorate.record.RestoredMember;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.step.Restorations.RestoreMember;
import java.util.Optional;

/**
 * Restores a snapshot as the data of one member, then begins its history in the record of the
 * cluster: before the member is started, so that its token is never used again, and after the data
 * is in place, so that a killed attempt is gone on with. The revision with which it begins is
 * recorded with it: a restore that ends here can be undone.
 */
final class RestoreMemberExecutor implements StepExecutor<RestoreMember> {
  @Override
  public Optional<String> execute(RestoreMember step, StepContext context) {
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
    Highest begins =
        new Highest(
            Sources.named(context, step.file()).revision().value() + step.bump(),
            context.view().at());
    records.update(
        context.ports().cluster(),
        record ->
            record
                .restored(
                    first,
                    context.view().at(),
                    Beginning.restored(context.attempt().operation(), step.file()))
                .unwritten(first.owner().cluster(), begins));
    return Optional.of(where);
  }
}
