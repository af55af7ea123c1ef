package io.quorate.execution;

import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.port.Failure;
import io.quorate.port.Maintenance;
import io.quorate.port.Maintenance.Reading;
import io.quorate.port.SnapshotStore;
import io.quorate.step.SaveSnapshot;
import java.util.Optional;

/**
 * Saves a snapshot between two linearizable reads through its source: an isolated member would give
 * a stale snapshot without an error (docs/etcd.md#snapshots).
 */
final class SaveSnapshotExecutor implements StepExecutor<SaveSnapshot> {
  @Override
  public Optional<String> execute(SaveSnapshot step, StepContext context) {
    Maintenance maintenance = context.maintenance();
    SnapshotStore store = context.ports().snapshots();
    MemberStatus source = context.answer(step.source());
    store.requireRoomFor(context.ports().cluster(), source.dbSizeBytes());
    Reading before = maintenance.linearizableRead(step.source());
    SavedSnapshot saved =
        store.save(
            new SnapshotStore.Origin(
                context.ports().cluster(),
                source.clusterId(),
                step.source(),
                source.version(),
                before.revision(),
                before.raftTerm()),
            sink ->
                context
                    .ports()
                    .storage()
                    .snapshot(step.source(), SavedContent.told(sink, context)));
    Reading after = maintenance.linearizableRead(step.source());
    if (after.raftTerm() < before.raftTerm()) {
      throw new Failure.Transient(
          "the term went back while the snapshot was saved; saving another");
    }
    return Optional.of(SavedContent.described(saved, context));
  }
}
