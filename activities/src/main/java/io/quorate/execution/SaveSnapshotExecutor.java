package io.quorate.execution;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipSource;
import io.quorate.observation.ConfirmedLists;
import io.quorate.port.Failure;
import io.quorate.port.Maintenance;
import io.quorate.port.Maintenance.Reading;
import io.quorate.port.SnapshotStore;
import io.quorate.port.WhileSaved;
import io.quorate.port.WhileSaved.Listed;
import io.quorate.port.WhileSaved.Standing;
import io.quorate.record.RecordedPast;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.step.Snapshots.SaveFromSurvivor;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.view.MembershipList;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Saves a snapshot between two linearizable reads through its source: an isolated member would give
 * a stale snapshot without an error (docs/etcd.md#snapshots).
 *
 * <p>Leader, term, revision and membership are compared before and after the stream, and go into
 * the catalogue. Only a term or a revision that went back is a reason to save another: then another
 * history answers. What etcd streams is one state of one member, which no election and no change of
 * the membership makes worse, so these are told.
 */
final class SaveSnapshotExecutor implements StepExecutor<SaveSnapshot> {
  /** Limit of the wait for a quorum after the stream: an election takes a few seconds. */
  private static final Duration ELECTION = Duration.ofSeconds(30);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  @Override
  public Optional<String> execute(SaveSnapshot step, StepContext context) {
    SnapshotStore store = context.ports().snapshots();
    MemberStatus source = context.answer(step.source());
    Standing before = standing(step.source(), context);
    Optional<SavedSnapshot> kept =
        step.unlessYoungerThan()
            .flatMap(age -> kept(age, step.source(), source.clusterId(), before, context));
    if (kept.isPresent()) {
      return kept.map(snapshot -> inItsPlace(snapshot, context));
    }
    store.requireRoomFor(context.ports().cluster(), source.dbSizeBytes());
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
    context.attempt().progress("looking whether the cluster is as it was before the snapshot");
    WhileSaved during = new WhileSaved(before, standingAfter(step.source(), context));
    during
        .wentBack()
        .ifPresent(
            what -> {
              throw SavedContent.noBackup(saved, what + " while it was saved", context);
            });
    return Optional.of(SavedContent.described(saved, Optional.of(during), context));
  }

  /**
   * The newest kept snapshot of this source and this history that is young enough, by this
   * machine's clock: a snapshot with a time ahead of the clock, a term or a revision ahead of the
   * cluster's is none. Nor is one of a future that was given up, which has the same cluster id.
   */
  private static Optional<SavedSnapshot> kept(
      Duration age, MemberName source, ClusterId history, Standing now, StepContext context) {
    Instant at = context.view().at();
    RecordedPast past = context.view().past();
    return context.ports().snapshots().list(context.ports().cluster()).stream()
        .filter(one -> one.clusterId().equals(history) && one.salvage().isEmpty())
        .filter(one -> one.source().equals(source) && !past.isGivenUp(one))
        .filter(one -> !one.savedAt().isAfter(at) && one.savedAt().isAfter(at.minus(age)))
        .filter(one -> one.raftTerm() <= now.raftTerm())
        .filter(one -> one.atLeast().compareTo(now.revision()) <= 0)
        .findFirst();
  }

  private static String inItsPlace(SavedSnapshot kept, StepContext context) {
    return "%s takes its place: %d s old, revision %s or later, SHA-256 verified when it was saved"
        .formatted(
            kept.file(),
            Duration.between(kept.savedAt(), context.view().at()).toSeconds(),
            kept.atLeast());
  }

  /** The cluster as quorum confirms it through the source. */
  private static Standing standing(MemberName source, StepContext context) {
    Maintenance maintenance = context.maintenance();
    Reading read = maintenance.linearizableRead(source);
    MembershipList list =
        ConfirmedLists.through(source, context.answer(source).version(), context.ports());
    if (list.source() != MembershipSource.LINEARIZABLE) {
      throw new Failure.NotYet("the membership is changing at this moment");
    }
    return new Standing(
        read.revision(),
        read.raftTerm(),
        maintenance.status(source).leader(),
        list.entries().stream()
            .map(entry -> new Listed(entry.id(), entry.name(), entry.learner()))
            .toList());
  }

  /**
   * The cluster after the stream. An election that is just under way is waited for: the file is
   * complete, and to save another one would cost more.
   */
  private static Standing standingAfter(MemberName source, StepContext context) {
    return context
        .polling(BETWEEN_LOOKS)
        .within(
            ELECTION,
            () -> {
              try {
                return Optional.of(standing(source, context));
              } catch (Failure.Transient | Failure.NotYet unconfirmed) {
                return Optional.empty();
              }
            })
        .orElseGet(() -> standing(source, context));
  }

  /**
   * Saves a snapshot from a member without quorum. No linearizable read vouches for it, so its
   * entry says that it was given without quorum, and up to which raft index.
   */
  static Optional<String> fromSurvivor(SaveFromSurvivor step, StepContext context) {
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
