package io.quorate.carrier;

import io.quorate.cluster.Answer;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.port.Failure;
import io.quorate.port.Maintenance;
import io.quorate.port.Maintenance.Reading;
import io.quorate.port.SnapshotSink;
import io.quorate.port.SnapshotStore;
import io.quorate.step.SaveSnapshot;
import java.util.Optional;

/**
 * Saves a snapshot between two linearizable reads through its source: an isolated member would give
 * a stale one without a word (etcd-runbooks 0.2, fact 10; RB-02).
 */
final class SaveSnapshotCarrier implements Carrier<SaveSnapshot> {
  private static final long MEBIBYTE = 1 << 20;

  @Override
  public Class<SaveSnapshot> step() {
    return SaveSnapshot.class;
  }

  @Override
  public Optional<String> carry(SaveSnapshot step, Act act) {
    Maintenance maintenance = act.ports().maintenance();
    SnapshotStore store = act.ports().snapshots();
    Answer source = act.answer(step.source());
    store.requireRoomFor(act.ports().cluster(), source.dbSizeBytes());
    Reading before = maintenance.linearizableRead(step.source());
    SavedSnapshot saved =
        store.save(
            new SnapshotStore.Origin(
                act.ports().cluster(),
                source.clusterId(),
                step.source(),
                source.version(),
                before.revision(),
                before.raftTerm()),
            sink -> maintenance.snapshot(step.source(), told(sink, act)));
    Reading after = maintenance.linearizableRead(step.source());
    if (after.raftTerm() < before.raftTerm()) {
      throw new Failure.Transient(
          "the term went back while the snapshot was saved; saving another");
    }
    return Optional.of(
        saved.file()
            + ": revision "
            + saved.atLeast()
            + " or later, "
            + Math.ceilDiv(saved.sizeBytes(), MEBIBYTE)
            + " MiB, SHA-256 verified");
  }

  private static SnapshotSink told(SnapshotSink sink, Act act) {
    return (bytes, remaining) -> {
      sink.take(bytes, remaining);
      act.attempt().progress(Math.ceilDiv(remaining, MEBIBYTE) + " MiB of the snapshot to come");
    };
  }
}
