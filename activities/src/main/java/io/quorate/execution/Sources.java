package io.quorate.execution;

import io.quorate.cluster.MemberName;
import io.quorate.port.DeliveryOrder;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.port.Restores;
import io.quorate.port.SnapshotFile;
import io.quorate.port.SnapshotStore;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.SavedSnapshot;
import java.util.OptionalLong;
import java.util.function.Function;

/** Snapshots of the store that a step restores, each as a file of a member's host while used. */
final class Sources {
  private Sources() {}

  /**
   * A snapshot that is wanted on the host of a member.
   *
   * @param learner whether a learner is to join what is restored of it there
   */
  record Wanted(MemberName member, SavedSnapshot saved, boolean learner) {
    /** A snapshot whose restore no learner joins. */
    static Wanted of(MemberName member, SavedSnapshot saved) {
      return new Wanted(member, saved, false);
    }
  }

  /** Hands the snapshot, with its bytes compared, to the use of it on the host of the member. */
  static <T> T with(StepContext context, Wanted wanted, Function<SnapshotFile, T> use) {
    context.attempt().progress("fetching " + wanted.saved().file() + " and comparing its SHA-256");
    return fetched(context, wanted, context.ports().snapshots()::fetch, use);
  }

  private static <T> T fetched(
      StepContext context,
      Wanted wanted,
      Function<SavedSnapshot, SnapshotStore.LocalSnapshot> fetch,
      Function<SnapshotFile, T> use) {
    SavedSnapshot saved = wanted.saved();
    try (SnapshotStore.LocalSnapshot local = fetch.apply(saved)) {
      var file = new SnapshotFile(local.file().toAbsolutePath(), saved.file(), saved.trailer());
      return brought(context, wanted.member(), new DeliveryOrder(file, wanted.learner()), use);
    }
  }

  /**
   * Hands the snapshot to a restore on the host of the member by etcd's own tool, which compares
   * the bytes. What the tool refused is compared here too: bytes that changed are {@link
   * Failure.Spoiled}.
   */
  static <T> T toRestore(StepContext context, Wanted wanted, Function<SnapshotFile, T> use) {
    SavedSnapshot saved = wanted.saved();
    SnapshotStore store = context.ports().snapshots();
    context.attempt().progress("fetching " + saved.file());
    try {
      return fetched(context, wanted, store::fetchToRestore, use);
    } catch (Failure.Spoiled bad) {
      throw bad;
    } catch (Failure.Refused refused) {
      try {
        store.fetch(saved).close();
      } catch (Failure.Transient unread) {
        refused.addSuppressed(unread);
      }
      throw refused;
    }
  }

  /**
   * Removes the delivery after success and after a refusal. After any other failure it stays,
   * because the next attempt goes on with it.
   */
  private static <T> T brought(
      StepContext context, MemberName member, DeliveryOrder order, Function<SnapshotFile, T> use) {
    Restores restores = context.ports().restores();
    Permit permit = context.permit();
    T result;
    try {
      result =
          use.apply(restores.bring(member, order, context.attempt()::progress, context.anew()));
    } catch (Failure.Refused last) {
      try {
        restores.discard(member, permit);
      } catch (Failure unremoved) {
        last.addSuppressed(unremoved);
      }
      throw last;
    }
    restores.discard(member, permit);
    return result;
  }

  /** The snapshot of this name. One that a trial marked can be tried again. */
  static RestoreSource named(StepContext context, String file) {
    RestoreSource named =
        context.ports().snapshots().known(context.ports().cluster()).stream()
            .filter(source -> source.saved().file().equals(file))
            .findFirst()
            .or(() -> context.ports().snapshots().foreign(context.ports().cluster(), file))
            .orElseThrow(
                () -> new Failure.Refused("the snapshot " + file + " is not in the store"));
    named
        .unusable()
        .filter(why -> !named.isMarkedByTrial())
        .ifPresent(
            why -> {
              throw new Failure.Refused(
                  "the snapshot " + file + " must not be restored: " + why.words());
            });
    return named;
  }

  /** The bump as the tools take it; empty for a plain restore. */
  static OptionalLong bump(long by) {
    return by == 0 ? OptionalLong.empty() : OptionalLong.of(by);
  }
}
