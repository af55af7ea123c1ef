package io.quorate.execution;

import io.quorate.cluster.MemberStatus;
import io.quorate.port.SnapshotStore;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.step.Snapshots.SaveFromSurvivor;
import java.util.Optional;

/**
 * Saves a snapshot from a member without quorum. No linearizable read vouches for it, so its entry
 * says that it was given without quorum, and up to which raft index.
 */
final class SaveFromSurvivorExecutor implements StepExecutor<SaveFromSurvivor> {
  @Override
  public Optional<String> execute(SaveFromSurvivor step, StepContext context) {
    SnapshotStore store = context.ports().snapshots();
    MemberStatus source = context.answer(step.source());
    store.requireRoomFor(context.ports().cluster(), source.dbSizeBytes());
    SavedSnapshot saved =
        store.save(
            new SnapshotStore.Origin(
                context.ports().cluster(),
                source.clusterId(),
                step.source(),
                source.version(),
                source.revision(),
                0,
                step.origin(context.view())),
            sink ->
                context
                    .ports()
                    .storage()
                    .snapshot(step.source(), SavedContent.told(sink, context)));
    return Optional.of(
        SavedContent.described(saved, Optional.empty(), context) + "; possibly stale");
  }
}
