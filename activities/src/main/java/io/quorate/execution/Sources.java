package io.quorate.execution;

import io.quorate.cluster.RestoreSource;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotFile;
import io.quorate.port.SnapshotStore;
import java.util.OptionalLong;
import java.util.function.Function;

/** Snapshots of the store that a step restores, each as a file of this machine while it is used. */
final class Sources {
  private Sources() {}

  /** Hands the snapshot of this name, with its bytes compared, to the use of it. */
  static <T> T with(StepContext context, String file, Function<SnapshotFile, T> use) {
    return with(context, named(context, file), use);
  }

  /** Hands this snapshot, with its bytes compared, to the use of it. */
  static <T> T with(StepContext context, RestoreSource source, Function<SnapshotFile, T> use) {
    SnapshotStore store = context.ports().snapshots();
    context.attempt().progress("fetching " + source.saved().file() + " and comparing its SHA-256");
    try (SnapshotStore.LocalSnapshot local = store.fetch(source.saved())) {
      return use.apply(of(source.saved(), local));
    }
  }

  /** A fetched snapshot as the ports take it. */
  static SnapshotFile of(SavedSnapshot saved, SnapshotStore.LocalSnapshot local) {
    return new SnapshotFile(local.file().toAbsolutePath(), saved.file(), saved.trailer());
  }

  /** The snapshot of this name. */
  static RestoreSource named(StepContext context, String file) {
    return context.ports().snapshots().sources(context.ports().cluster()).stream()
        .filter(source -> source.saved().file().equals(file))
        .findFirst()
        .orElseThrow(
            () -> new Failure.Refused("the snapshot " + file + " is not in the store any more"));
  }

  /** The bump as the tools take it; empty for a plain restore. */
  static OptionalLong bump(long by) {
    return by == 0 ? OptionalLong.empty() : OptionalLong.of(by);
  }
}
