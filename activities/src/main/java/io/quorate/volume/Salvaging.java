package io.quorate.volume;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.Revision;
import io.quorate.data.DataOwner;
import io.quorate.data.DataVerdict;
import io.quorate.datadir.CommittedTail;
import io.quorate.datadir.CopyMending;
import io.quorate.datadir.Depth;
import io.quorate.datadir.DirectoryReading;
import io.quorate.datadir.Expected;
import io.quorate.datadir.backend.DatabaseFacts;
import io.quorate.datadir.backend.DatabaseReader;
import io.quorate.datadir.bbolt.DamagedDatabaseException;
import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.datadir.raft.HardState;
import io.quorate.datadir.wal.RaftLog;
import io.quorate.datadir.wal.UnmarkedLog;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.port.Recovered;
import io.quorate.port.Salvaged;
import io.quorate.port.SnapshotSink;
import io.quorate.shell.Facts;
import io.quorate.snapshot.Salvage;
import io.quorate.snapshot.Salvage.Trailer;
import io.quorate.snapshot.Salvage.Way;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
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
public record Salvaging(
    Scratch scratch,
    EtcdTools tools,
    SortedMap<String, String> settings,
    Consumer<String> progress) {
  private static final String NOT_WHILE_IT_RUNS = "salvaged";
  private static final String DATABASE = Scratch.DATABASE;
  private static final String LOG = "member/wal";
  private static final String SNAPSHOTS = "member/snap";

  /** A log that ends earlier can show that raft snapshots have to be left out too. */
  private static final int MOST_MENDINGS = 2;

  private static final String SNAPSHOT = "snapshot.db";
  private static final int BLOCK_BYTES = 1 << 20;

  public void keep(Consumer<Salvaged> keep, Permit permit) {
    progress.accept("copying the data of " + scratch.volume().member());
    Facts copied = copied(permit);
    String inode = copied.first("copy-inode").orElse("");
    try {
      keep.accept(salvaged(copied.first("copy").orElseThrow(), inode));
      scratch.remove(inode);
    } catch (Failure failure) {
      scratch.removeAfter(failure, inode);
      throw failure;
    }
  }

  private Facts copied(Permit permit) {
    Scratch.Seen seen = scratch.look(NOT_WHILE_IT_RUNS);
    return scratch
        .volume()
        .underLock(
            VolumeScript.DUPLICATE,
            List.of(scratch.suffix()),
            Scratch.LIMIT,
            facts -> {
              scratch.requireUnchanged(seen, facts);
              permit.use();
              return "go " + seen.directory().targetInode() + "\n";
            });
  }

  private Salvaged salvaged(String copy, String inode) {
    progress.accept("reading the copy");
    DirectoryReading asItWas = read(copy);
    DirectoryReading reading = mended(copy, inode, asItWas);
    Way way =
        SalvageSource.of(reading)
            .orElseThrow(
                () ->
                    new Failure.Spoiled(
                        "nothing can be salvaged of the data of "
                            + scratch.volume().member()
                            + ": "
                            + reading.findings().getFirst()));
    return switch (way) {
      case FORCED_COPY -> forced(copy, inode, reading);
      case DATABASE_FILE -> ofDatabase(copy, reading);
      case SERVED -> throw new IllegalStateException("no files are read of a member that serves");
    };
  }

  /**
   * Reads the copy. A copy that must not be read says nothing of the data, and must not make
   * another source, which lacks writes, look like the best that is left. The refusal names the
   * member's files, because the copy is removed. The data stays where it is: from there it tells
   * how far the cluster was, and so what a restore loses.
   */
  private DirectoryReading read(String copy) {
    DirectoryReading reading = scratch.read(copy, Optional.empty(), expected(), Depth.FULL);
    if (reading.verdict() == DataVerdict.FORBIDDEN) {
      String data = scratch.volume().directory();
      throw new Failure.Refused(
          "the data of %1$s was copied, and the copy cannot be used: %2$s. Mend links and rights in %3$s, then retry; skip goes on without this data, and the question says what is lost."
              .formatted(
                  scratch.volume().member(),
                  reading.findings().getFirst().replace(copy, data),
                  data));
    }
    return reading;
  }

  private Expected expected() {
    return Expected.anybody(tools.binary().minor());
  }

  /**
   * Mends a copy until etcd applies as much of its log as possible, and returns the last reading of
   * the copy. Mending changes the log and the raft snapshots, and never the database. Where mending
   * did not help, or was not possible, the first reading is returned, and the database is the
   * source of the snapshot.
   */
  private DirectoryReading mended(String copy, String inode, DirectoryReading asItWas) {
    DirectoryReading now = asItWas;
    for (int times = 0; times < MOST_MENDINGS; times++) {
      Optional<CopyMending> mending =
          CopyMending.of(now, expected(), LOG, SNAPSHOTS, files(copy + "/" + SNAPSHOTS));
      if (mending.isEmpty()) {
        break;
      }
      progress.accept(mending.get().because());
      try {
        mend(copy, inode, now, mending.get());
      } catch (UnmarkedLog.Unfit e) {
        progress.accept("using the database without the log: " + e.getMessage());
        return asItWas;
      }
      now = read(copy);
    }
    boolean useful = SalvageSource.of(now.verdict()).filter(Way.FORCED_COPY::equals).isPresent();
    return useful ? now : asItWas;
  }

  private List<String> files(String folder) {
    try {
      return scratch.volume().host().directory(folder).list("").stream()
          .map(ReadOnlyDirectory.Entry::name)
          .toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw unread(folder, e);
    }
  }

  private void mend(String copy, String inode, DirectoryReading reading, CopyMending mending)
      throws UnmarkedLog.Unfit {
    if (mending.marksUpTo().isPresent()) {
      leaveOutMarks(copy, inode, reading.log().orElseThrow(), mending.marksUpTo().get());
      return;
    }
    List<String> words = new ArrayList<>(List.of(scratch.suffix()));
    words.add(mending.cut().map(cut -> copy + "/" + LOG + "/" + cut.segment()).orElse(""));
    words.add(mending.cut().map(cut -> Long.toString(cut.position())).orElse(""));
    mending.without().forEach(file -> words.add(copy + "/" + file));
    Facts done =
        scratch
            .volume()
            .underLock(VolumeScript.MEND, words, Scratch.LIMIT, facts -> "go " + inode + "\n");
    if (!done.has("mended")) {
      throw new Failure.Unknown("the host did not say whether it mended the copy");
    }
  }

  private void leaveOutMarks(String copy, String inode, RaftLog log, long index)
      throws UnmarkedLog.Unfit {
    try {
      new CopiedLog(scratch, copy + "/" + LOG, inode).leaveOutMarks(log.segments(), index);
    } catch (IOException e) {
      throw unread(copy + "/" + LOG, e);
    }
  }

  private Salvaged forced(String copy, String inode, DirectoryReading before) {
    CommittedTail tail = CommittedTail.of(before);
    take(tail, copy, inode, before);
    progress.accept("starting etcd on the copy, where nobody can reach it");
    String file = copy.substring(0, copy.lastIndexOf('/')) + "/" + SNAPSHOT;
    IsolatedRunOutput told =
        scratch.alone(
            tools,
            AloneStart.on(copy, scratch.volume().name(), settings, scratch.databaseBytes(copy))
                .forced()
                .saving(file),
            scratch.look(NOT_WHILE_IT_RUNS),
            () -> {});
    DirectoryReading after = scratch.read(copy, Optional.empty(), expected(), Depth.QUICK);
    Recovered content = told.content(after);
    requireOwn(before, content);
    requireTaken(tail, after);
    // With authentication on it gives a snapshot to nobody; once it has ended its database is
    // whole.
    String folder = told.saved() ? file.substring(0, file.lastIndexOf('/')) : copy;
    String snapshot = told.saved() ? SNAPSHOT : DATABASE;
    Trailer trailer = told.saved() ? Trailer.PRESENT : Trailer.MISSING;
    var origin =
        new Salvage(
            before.identity().orElseThrow().member(),
            tail.end().term(),
            tail.end().index(),
            Way.FORCED_COPY,
            trailer);
    return new Salvaged(origin, tools.binary(), content, sink -> streamed(folder, snapshot, sink));
  }

  /** A member that is forced keeps its ids, so an answer of another one is somebody else's. */
  private void requireOwn(DirectoryReading before, Recovered content) {
    Optional<DataOwner> own =
        before.identity().map(whose -> new DataOwner(whose.member(), whose.cluster()));
    if (content.owner().isPresent() && !content.owner().equals(own)) {
      throw new Failure.Refused(
          "%s answered in the place of the etcd that was started on the copy of the data of %s"
              .formatted(content.owner().get(), scratch.volume().member()));
    }
  }

  /** A forced member drops what its log does not say is committed. */
  private void take(CommittedTail tail, String copy, String inode, DirectoryReading before) {
    String end = Long.toUnsignedString(tail.end().index());
    if (tail.taken() > 0) {
      progress.accept(
          "taking its log up to index %s as committed, %d beyond the commit index in it"
              .formatted(end, tail.taken()));
      append(copy, inode, before.log().orElseThrow(), tail.decided());
    }
    if (tail.leftOut() > 0) {
      progress.accept(
          "leaving out what follows index %s in its log: nobody knows whether it was decided"
              .formatted(end));
    }
  }

  private void append(String copy, String inode, RaftLog log, HardState state) {
    try {
      new CopiedLog(scratch, copy + "/" + LOG, inode)
          .append(log.segments().getLast().name(), state);
    } catch (IOException e) {
      throw unread(copy + "/" + LOG, e);
    }
  }

  private void requireTaken(CommittedTail tail, DirectoryReading after) {
    if (Long.compareUnsigned(after.known(), tail.end().index()) < 0) {
      throw new Failure.Refused(
          "etcd was forced on the copy of the data of %s and has not taken its log up to %s"
              .formatted(scratch.volume().member(), tail.end()));
    }
  }

  private Salvaged ofDatabase(String copy, DirectoryReading reading) {
    DatabaseFacts facts = whole(copy);
    Optional<DataOwner> owner =
        reading.identity().map(whose -> new DataOwner(whose.member(), whose.cluster()));
    var origin =
        new Salvage(
            owner.map(DataOwner::member).orElse(new MemberId(0)),
            tools.binary().tellsTerm() ? facts.term().orElse(0) : 0,
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
    return new Salvaged(origin, tools.binary(), content, sink -> streamed(copy, DATABASE, sink));
  }

  /** Reads every page of the database: nothing else vouches for it. */
  private DatabaseFacts whole(String copy) {
    try (ReadOnlyFile opened = of(copy).open(DATABASE)) {
      return DatabaseReader.readWhole(opened);
    } catch (DamagedDatabaseException | NoSuchFileException e) {
      throw new Failure.Spoiled(
          "nothing can be salvaged of the data of "
              + scratch.volume().member()
              + ": its log cannot be used, and its database neither: "
              + (e instanceof NoSuchFileException ? "there is none" : e.getMessage()),
          e);
    } catch (IOException e) {
      throw unread(copy + "/" + DATABASE, e);
    }
  }

  private long streamed(String folder, String name, SnapshotSink sink) {
    progress.accept("saving the snapshot");
    try (ReadOnlyFile file = of(folder).open(name)) {
      long size = file.size();
      byte[] block = new byte[BLOCK_BYTES];
      long position = 0;
      int read = file.read(position, block, 0, block.length);
      while (read > 0) {
        position += read;
        sink.take(Arrays.copyOf(block, read), size - position);
        read = file.read(position, block, 0, block.length);
      }
      return position;
    } catch (IOException e) {
      throw new Failure.Transient("the salvaged snapshot was not taken: " + e.getMessage(), e);
    }
  }

  private ReadOnlyDirectory of(String folder) {
    return scratch.volume().host().directory(folder);
  }

  private static Failure unread(String file, IOException e) {
    return new Failure.Transient(file + " cannot be read: " + e, e);
  }
}
