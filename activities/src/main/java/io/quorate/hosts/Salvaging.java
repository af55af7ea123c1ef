package io.quorate.hosts;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.DataOwner;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.Revision;
import io.quorate.cluster.Salvage;
import io.quorate.cluster.Salvage.Trailer;
import io.quorate.cluster.Salvage.Way;
import io.quorate.datadir.CommittedTail;
import io.quorate.datadir.Depth;
import io.quorate.datadir.DirectoryReading;
import io.quorate.datadir.Expected;
import io.quorate.datadir.backend.DatabaseFacts;
import io.quorate.datadir.backend.DatabaseReader;
import io.quorate.datadir.backend.StoredMessage;
import io.quorate.datadir.bbolt.DamagedDatabaseException;
import io.quorate.datadir.bbolt.Database;
import io.quorate.datadir.bbolt.TreeWalk;
import io.quorate.datadir.file.LocalDirectory;
import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.datadir.raft.HardState;
import io.quorate.datadir.wal.RaftLog;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.port.Recovered;
import io.quorate.port.Salvaged;
import io.quorate.port.SnapshotSink;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * One salvage. The data is copied and every file compared; all further work is on the copy. Where
 * etcd would start on it, it is forced to be a cluster by itself there, in a network namespace of
 * its own, because forced in reach of the others it ends them (docs/etcd.md#force-new-cluster); the
 * end of its log is taken as committed before. Elsewhere the database of the copy is the snapshot.
 */
final class Salvaging {
  private static final String NOT_WHILE_IT_RUNS = "salvaged";
  private static final String DATABASE = "member/snap/db";
  private static final String LOG = "member/wal";
  private static final int BLOCK_BYTES = 1 << 20;

  private final Scratch scratch;
  private final EtcdTools tools;
  private final SortedMap<String, String> settings;
  private final Consumer<String> progress;

  Salvaging(
      Scratch scratch,
      EtcdTools tools,
      SortedMap<String, String> settings,
      Consumer<String> progress) {
    this.scratch = scratch;
    this.tools = tools;
    this.settings = settings;
    this.progress = progress;
  }

  void keep(Consumer<Salvaged> keep, Permit permit) {
    progress.accept("copying the data of " + scratch.host().member().name());
    Facts copied = copied(permit);
    String inode = copied.first("copy-inode").orElse("");
    try {
      keep.accept(salvaged(Path.of(copied.first("copy").orElseThrow())));
      scratch.remove(inode);
    } catch (Failure failure) {
      scratch.removeAfter(failure, inode);
      throw failure;
    }
  }

  private Facts copied(Permit permit) {
    Scratch.Seen seen = scratch.look(NOT_WHILE_IT_RUNS);
    return scratch
        .host()
        .underLock(
            MemberScript.DUPLICATE,
            List.of(scratch.suffix()),
            Scratch.LIMIT,
            facts -> {
              scratch.requireUnchanged(seen, facts);
              permit.use();
              return "go " + seen.directory().targetInode() + "\n";
            });
  }

  private Salvaged salvaged(Path copy) {
    progress.accept("reading the copy");
    DirectoryReading reading =
        Scratch.read(copy, Optional.empty(), Expected.anybody(tools.binary().minor()), Depth.FULL);
    Way way =
        SalvageSource.of(reading.verdict())
            .orElseThrow(
                () ->
                    new Failure.Spoiled(
                        "nothing can be salvaged of the data of "
                            + scratch.host().member().name()
                            + ": "
                            + reading.findings().getFirst()));
    return switch (way) {
      case FORCED_COPY -> forced(copy, reading);
      case DATABASE_FILE -> ofDatabase(copy, reading);
      case SERVED -> throw new IllegalStateException("no files are read of a member that serves");
    };
  }

  private Salvaged forced(Path copy, DirectoryReading before) {
    CommittedTail tail = CommittedTail.of(before);
    take(tail, copy, before);
    progress.accept("starting etcd on the copy, where nobody can reach it");
    Path file = copy.resolveSibling("snapshot.db");
    ToldAlone told =
        scratch.alone(
            tools,
            AloneStart.on(
                    copy.toString(),
                    scratch.host().member().etcdName().value(),
                    settings,
                    sizeOf(copy.resolve(DATABASE)))
                .forced()
                .saving(file.toString()),
            NOT_WHILE_IT_RUNS,
            () -> {});
    DirectoryReading after =
        Scratch.read(copy, Optional.empty(), Expected.anybody(tools.binary().minor()), Depth.QUICK);
    Recovered content = told.content(after);
    requireTaken(tail, after);
    // With authentication on it gives a snapshot to nobody; once it has ended its database is
    // whole.
    Path snapshot = told.saved() ? file : copy.resolve(DATABASE);
    Trailer trailer = told.saved() ? Trailer.PRESENT : Trailer.MISSING;
    var origin =
        new Salvage(
            before.identity().orElseThrow().member(),
            tail.end().term(),
            tail.end().index(),
            Way.FORCED_COPY,
            trailer);
    return new Salvaged(origin, tools.binary(), content, sink -> streamed(snapshot, sink));
  }

  /** A forced member drops what its log does not say is committed. */
  private void take(CommittedTail tail, Path copy, DirectoryReading before) {
    String end = Long.toUnsignedString(tail.end().index());
    if (tail.taken() > 0) {
      progress.accept(
          "taking its log up to index %s as committed, %d beyond the commit index in it"
              .formatted(end, tail.taken()));
      append(copy.resolve(LOG), before.log().orElseThrow(), tail.decided());
    }
    if (tail.leftOut() > 0) {
      progress.accept(
          "leaving out what follows index %s in its log: nobody knows whether it was decided"
              .formatted(end));
    }
  }

  private static void append(Path folder, RaftLog log, HardState state) {
    try {
      new CopiedLog(folder).append(log.segments().getLast().name(), state);
    } catch (IOException e) {
      throw new Failure.Transient(folder + " cannot be written: " + e, e);
    }
  }

  private void requireTaken(CommittedTail tail, DirectoryReading after) {
    if (Long.compareUnsigned(after.known(), tail.end().index()) < 0) {
      throw new Failure.Refused(
          "etcd was forced on the copy of the data of %s and has not taken its log up to %s"
              .formatted(scratch.host().member().name(), tail.end()));
    }
  }

  private Salvaged ofDatabase(Path copy, DirectoryReading reading) {
    DatabaseFacts facts = whole(copy);
    Optional<DataOwner> owner =
        reading.identity().map(whose -> new DataOwner(whose.member(), whose.cluster()));
    var origin =
        new Salvage(
            owner.map(DataOwner::member).orElse(new MemberId(0)),
            facts.term().orElse(0),
            facts.consistentIndex(),
            Way.DATABASE_FILE,
            Trailer.MISSING);
    var content =
        new Recovered(
            owner,
            new Revision(facts.revision()),
            Optional.empty(),
            facts.alarms().stream().map(Alarm::kind).distinct().toList(),
            facts.downgradeTarget(),
            facts.authentication());
    return new Salvaged(
        origin, tools.binary(), content, sink -> streamed(copy.resolve(DATABASE), sink));
  }

  /** Reads every page of the database: nothing else vouches for it. */
  private DatabaseFacts whole(Path copy) {
    try (ReadOnlyFile opened = new LocalDirectory(copy).open(DATABASE)) {
      Database database = Database.open(opened);
      DatabaseFacts facts = DatabaseReader.read(database);
      TreeWalk.walk(database, StoredMessage.ALL);
      return facts;
    } catch (DamagedDatabaseException | NoSuchFileException e) {
      throw new Failure.Spoiled(
          "nothing can be salvaged of the data of "
              + scratch.host().member().name()
              + ": its log cannot be used, and its database neither: "
              + (e instanceof NoSuchFileException ? "there is none" : e.getMessage()),
          e);
    } catch (IOException e) {
      throw unread(copy.resolve(DATABASE), e);
    }
  }

  private long streamed(Path file, SnapshotSink sink) {
    progress.accept("saving the snapshot");
    long size = sizeOf(file);
    long left = size;
    try (InputStream in = Files.newInputStream(file)) {
      byte[] block = new byte[BLOCK_BYTES];
      int read = in.read(block);
      while (read >= 0) {
        left -= read;
        sink.take(Arrays.copyOf(block, read), left);
        read = in.read(block);
      }
      return size - left;
    } catch (IOException e) {
      throw new Failure.Transient("the salvaged snapshot was not taken: " + e.getMessage(), e);
    }
  }

  private static long sizeOf(Path file) {
    try {
      return Files.exists(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      throw unread(file, e);
    }
  }

  private static Failure unread(Path file, IOException e) {
    return new Failure.Transient(file + " cannot be read: " + e, e);
  }
}
