package io.quorate.volume;

import io.quorate.data.DataVerdict;
import io.quorate.datadir.DataDirectoryReader;
import io.quorate.datadir.Depth;
import io.quorate.datadir.DirectoryReading;
import io.quorate.datadir.Expected;
import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.shell.Facts;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Scratch directory of one operation beside a member's data. Each script under the lock is told the
 * directory that was seen, and does nothing when another attempt made another one meanwhile.
 *
 * @param operation checked to be part of a file name
 */
public record Scratch(Volume volume, Purpose purpose, String operation) {
  /** The database in a data directory. */
  static final String DATABASE = "member/snap/db";

  /** Time limit of what takes as long as the data is large: a terabyte at 100 MB/s. */
  public static final Duration LIMIT = Duration.ofHours(3);

  private static final Set<DataVerdict> UNKNOWN = Set.of(DataVerdict.UNREADABLE, DataVerdict.LIVE);

  /** Purpose of a scratch directory. */
  public enum Purpose {
    SALVAGE,
    RESTORE,
    /** For the log of a start on the member's own data. */
    VERIFY,
    /** Has nothing to do with the member's data, and does not wait for its end. */
    TRIAL,
    /** For a snapshot that comes from another machine, and does not wait for it either. */
    DELIVERY;

    private boolean besideARunningMember() {
      return this == TRIAL || this == DELIVERY;
    }

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static Scratch of(Volume volume, Purpose purpose, Permit permit) {
    return new Scratch(volume, purpose, OperationName.plain(permit.operation()));
  }

  /** The word of scripts for a learner that is to join what is restored, or for none. */
  static String learner(boolean joins) {
    return joins ? "learner" : "";
  }

  /** Appended to the name of the data directory: the purpose and the operation. */
  String suffix() {
    return "." + purpose.word() + "-" + operation;
  }

  /** Observation of a member that is proven not to run. */
  record Seen(Absence.Proof process, DirectoryObservation directory) {
    static Seen of(Volume volume, Facts facts) {
      return new Seen(volume.proof(facts), DirectoryObservation.of(facts));
    }
  }

  /**
   * Looks at the member; throws unless its place is readable and its process proven absent, where
   * that is needed.
   */
  Seen look(String what) {
    Seen seen = Seen.of(volume, volume.look(VolumeScript.SURVEY, List.of(suffix())));
    requireUsable(seen, what);
    return seen;
  }

  void requireUsable(Seen seen, String what) {
    if (!purpose.besideARunningMember()) {
      volume.requireAbsent(seen.process(), what);
    }
    if (!seen.directory().readable()) {
      throw new Failure.Refused(
          volume.directory()
              + " of "
              + volume.member()
              + " cannot be read: "
              + seen.directory().whyUnreadable());
    }
  }

  void requireUnchanged(Seen before, Facts now) {
    volume.requireUnchanged(before, Seen.of(volume, now));
  }

  /**
   * Starts an isolated etcd on a directory that etcd can use, and returns the output after etcd has
   * ended.
   *
   * @param seen what was seen last, which must not have changed
   * @param before called right before the start
   */
  IsolatedRunOutput alone(EtcdTools tools, AloneStart start, Seen seen, Runnable before) {
    return new IsolatedRunOutput(
        volume.underLock(
            VolumeScript.ALONE,
            start.words(suffix(), tools),
            start.toServe().plus(LIMIT),
            facts -> {
              requireUnchanged(seen, facts);
              before.run();
              return "go " + seen.directory().targetInode() + "\n";
            }));
  }

  /**
   * Removes the scratch directory, unless another attempt has made another one.
   *
   * @param inode of the directory that this attempt made
   */
  void remove(String inode) {
    var seen = DirectoryObservation.of(volume.look(VolumeScript.SURVEY, List.of(suffix())));
    if (seen.targetInode().equals(inode)) {
      clear(seen);
    }
  }

  /** Removes the scratch directory that was seen, unless another attempt has made another one. */
  void clear(DirectoryObservation seen) {
    volume.underLock(
        VolumeScript.CLEAR, List.of(suffix()), LIMIT, facts -> "go " + seen.targetInode() + "\n");
  }

  /** Removes it after a failure, which is the one to be told. */
  void removeAfter(Failure failure, String inode) {
    try {
      remove(inode);
    } catch (Failure unremoved) {
      failure.addSuppressed(unremoved);
    }
  }

  /** The size of the database in this data directory; 0 where there is none. */
  long databaseBytes(String data) {
    try (ReadOnlyFile file = volume.host().directory(data).open(DATABASE)) {
      return file.size();
    } catch (NoSuchFileException none) {
      return 0;
    } catch (IOException e) {
      throw new Failure.Transient(data + "/" + DATABASE + " cannot be read: " + e, e);
    }
  }

  /**
   * Reads a directory of the host that nobody uses. Throws {@link Failure.Transient} where another
   * machine could not be read to the end: a connection that broke says nothing of the data, and
   * must not make another source, which lacks writes, look like the best that is left.
   */
  DirectoryReading read(String data, Optional<String> log, Expected expected, Depth depth) {
    DirectoryReading reading =
        new DataDirectoryReader(
                volume.host().directory(data), log.map(volume.host()::directory), expected)
            .read(depth);
    if (UNKNOWN.contains(reading.verdict()) && !volume.host().isThisMachine()) {
      throw new Failure.Transient(
          "%s on %s could not be read to the end: %s"
              .formatted(data, volume.host().name(), reading.findings().getFirst()));
    }
    return reading;
  }
}
