package io.quorate.volume;

import io.quorate.cluster.Revision;
import io.quorate.datadir.Depth;
import io.quorate.datadir.DirectoryReading;
import io.quorate.datadir.Expected;
import io.quorate.datadir.backend.DatabaseFacts;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.port.SnapshotFile;
import io.quorate.port.Trial;
import io.quorate.port.Trial.OldWatch;
import io.quorate.port.TrialOrder;
import io.quorate.shell.Facts;
import io.quorate.snapshot.Salvage.Trailer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * Starts on restored data, where nobody can reach the member: in a scratch directory, or in place.
 */
public record TrialRestore(Scratch scratch, EtcdTools tools, SortedMap<String, String> settings) {
  private static final String PEER_URL = "http://127.0.0.1:2380";

  /** Options of a restore that depend on the snapshot and the bump. */
  static List<String> options(SnapshotFile snapshot, OptionalLong bump) {
    List<String> options = new ArrayList<>();
    if (snapshot.trailer() == Trailer.MISSING) {
      options.add("--skip-hash-check");
    }
    if (bump.isPresent()) {
      options.add("--bump-revision=" + bump.getAsLong());
      options.add("--mark-compacted");
    }
    return options;
  }

  public Trial of(TrialOrder order, Permit permit) {
    Facts restored = restored(order, permit);
    String inode = scratch.look("tried out").directory().targetInode();
    try {
      Trial trial = served(restored.first("restored").orElseThrow(), order, restored);
      scratch.remove(inode);
      return trial;
    } catch (Failure failure) {
      scratch.removeAfter(failure, inode);
      throw failure;
    }
  }

  private Facts restored(TrialOrder order, Permit permit) {
    List<String> words =
        new ArrayList<>(
            List.of(
                scratch.suffix(),
                tools.restorer(),
                order.snapshot().path().toString(),
                name(),
                PEER_URL,
                "quorate" + scratch.suffix(),
                "inside",
                AloneStart.learner(order.learner())));
    words.addAll(options(order.snapshot(), order.bump()));
    Scratch.Seen seen = scratch.look("used to try out a snapshot");
    return scratch
        .volume()
        .underLock(
            VolumeScript.RESTORE,
            words,
            Scratch.LIMIT,
            facts -> {
              scratch.requireUnchanged(seen, facts);
              permit.use();
              return "go " + seen.directory().targetInode() + "\n";
            });
  }

  private Trial served(String data, TrialOrder order, Facts restored) {
    DirectoryReading before = read(data, Optional.empty(), Depth.FULL);
    requireStartable(data, before);
    DatabaseFacts facts = before.database().orElseThrow();
    OptionalLong bump = order.bump();
    OptionalLong watched =
        bump.isPresent() ? OptionalLong.of(Math.max(1, facts.revision() - bump.getAsLong())) : bump;
    IsolatedRunOutput told =
        scratch.alone(
            tools,
            AloneStart.on(data, name(), settings, facts.bytes())
                .watching(watched)
                .countingAt(facts.revision())
                .joined(order.learner()),
            scratch.look("used to try out a snapshot"),
            () -> {});
    Optional<OldWatch> byItsPages =
        bump.isPresent() && facts.bumped() ? Optional.of(OldWatch.COMPACTED) : Optional.empty();
    return new Trial(
        told.content(read(data, Optional.empty(), Depth.QUICK)).asRestored(facts.revision()),
        IsolatedRunOutput.milliseconds(restored, "restoring-ms"),
        told.starting(),
        told.oldWatch().or(() -> byItsPages),
        told.learner());
  }

  /**
   * Starts the member on its own data; the clients know another port.
   *
   * @param revision at which its keys are counted and hashed
   */
  public Trial inPlace(Revision revision, Permit permit) {
    Scratch.Seen seen = scratch.look("tried where nobody reaches it");
    String data = scratch.volume().directory();
    Optional<String> log = seen.directory().log().map(DirectoryObservation.Log::path);
    AloneStart start =
        AloneStart.on(data, name(), settings, scratch.databaseBytes(data))
            .countingAt(revision.value());
    if (log.isPresent()) {
      start = start.with("ETCD_WAL_DIR", log.get());
    }
    String announced = settings.get("ETCD_ADVERTISE_CLIENT_URLS");
    if (announced != null) {
      start = start.with("ETCD_ADVERTISE_CLIENT_URLS", announced);
    }
    IsolatedRunOutput told = scratch.alone(tools, start, seen, permit::use);
    scratch.clear(scratch.look("looked at").directory());
    return new Trial(
        told.content(read(data, log, Depth.QUICK)),
        Duration.ZERO,
        told.starting(),
        Optional.empty(),
        Optional.empty());
  }

  /** Throws with what was found unless a member may be started on it. */
  static void requireStartable(String where, DirectoryReading reading) {
    if (!reading.mayStart()) {
      throw notAsItHasToBe(where, reading);
    }
  }

  static Failure notAsItHasToBe(String where, DirectoryReading reading) {
    return new Failure.Refused(
        "what was restored to "
            + where
            + " is not what it has to be: "
            + reading.findings().getFirst());
  }

  private DirectoryReading read(String data, Optional<String> log, Depth depth) {
    return scratch.read(data, log, Expected.anybody(tools.binary().minor()), depth);
  }

  private String name() {
    return scratch.volume().name();
  }
}
