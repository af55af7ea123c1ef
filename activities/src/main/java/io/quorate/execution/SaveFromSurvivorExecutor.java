package io.quorate.execution;

import io.quorate.cluster.DataPosition;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Salvage;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.port.SnapshotStore;
import io.quorate.step.SaveFromSurvivor;
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
    long term = termOfItsLog(context.member(step.source()));
    SavedSnapshot saved =
        store.save(
            new SnapshotStore.Origin(
                context.ports().cluster(),
                source.clusterId(),
                step.source(),
                source.version(),
                source.revision(),
                term,
                Optional.of(
                    new Salvage(
                        step.id(),
                        term,
                        source.raftAppliedIndex(),
                        Salvage.Way.SERVED,
                        Salvage.Trailer.PRESENT))),
            sink ->
                context
                    .ports()
                    .storage()
                    .snapshot(step.source(), SavedContent.told(sink, context)));
    return Optional.of(SavedContent.described(saved, context) + "; possibly stale");
  }

  /**
   * The term of the last entry in the log, from its files; 0 where they were not read. The term in
   * its status says nothing of its data: it grows with every election that a member without quorum
   * calls for.
   */
  private static long termOfItsLog(Member member) {
    return member.data().position().map(DataPosition::lastTerm).orElse(0L);
  }
}
