package io.quorate.hosts;

import io.quorate.datadir.DataDirectoryReader;
import io.quorate.datadir.Depth;
import io.quorate.datadir.DirectoryReading;
import io.quorate.datadir.Expected;
import io.quorate.datadir.file.LocalDirectory;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Scratch directory of one operation beside a member's data. Each script under the lock is told the
 * directory that was seen, and does nothing when another attempt made another one meanwhile.
 *
 * @param suffix appended to the name of the data directory: a purpose and the operation
 */
record Scratch(MemberScripts host, String suffix) {
  /** Time limit of what takes as long as the data is large: a terabyte at 100 MB/s. */
  static final Duration LIMIT = Duration.ofHours(3);

  /** The scratch directory of a purpose: {@code salvage}, {@code trial} or {@code restore}. */
  static Scratch of(MemberScripts host, String purpose, Permit permit) {
    return new Scratch(host, "." + purpose + "-" + OperationName.plain(permit.operation()));
  }

  /** What was seen of a member that is proven not to run. */
  record Seen(ProcessObservation process, DirectoryObservation directory) {
    static Seen of(Facts facts) {
      return new Seen(ProcessObservation.of(facts), DirectoryObservation.of(facts));
    }
  }

  /** Looks at the member; throws unless its process is proven absent and its place readable. */
  Seen stopped(String what) {
    Seen seen = Seen.of(host.look(Script.SURVEY, List.of(suffix)));
    requireStopped(seen, what);
    return seen;
  }

  void requireStopped(Seen seen, String what) {
    MemberScripts.requireAbsent(host.member(), seen.process(), what);
    if (!seen.directory().readable()) {
      throw new Failure.Refused(
          host.member().dataDirectory()
              + " of "
              + host.member().name()
              + " cannot be read: "
              + seen.directory().whyUnreadable());
    }
  }

  void requireUnchanged(Seen before, Facts now) {
    MemberScripts.requireUnchanged(host.member(), before, Seen.of(now));
  }

  /**
   * Starts etcd on a directory that it can use, where nobody can reach it, and returns what it
   * said; it has ended then.
   *
   * @param what the clause of a refusal while the member runs
   * @param before called right before the start
   */
  ToldAlone alone(EtcdTools tools, AloneStart start, String what, Runnable before) {
    Seen seen = stopped(what);
    return new ToldAlone(
        host.underLock(
            Script.ALONE,
            start.words(suffix, tools),
            start.toServe().plus(LIMIT),
            facts -> {
              requireUnchanged(seen, facts);
              before.run();
              return "go " + seen.directory().targetInode() + "\n";
            }));
  }

  /** Where the scratch directory is. */
  String path() {
    return Seen.of(host.look(Script.SURVEY, List.of(suffix))).directory().target();
  }

  /**
   * Removes the scratch directory, unless another attempt has made another one.
   *
   * @param inode of the directory that this attempt made
   */
  void remove(String inode) {
    var seen = DirectoryObservation.of(host.look(Script.SURVEY, List.of(suffix)));
    if (seen.targetInode().equals(inode)) {
      host.underLock(Script.CLEAR, List.of(suffix), LIMIT, facts -> "go " + inode + "\n");
    }
  }

  /** Removes it after a failure, which is the one to be told. */
  void removeAfter(Failure failure, String inode) {
    try {
      remove(inode);
    } catch (Failure unremoved) {
      failure.addSuppressed(unremoved);
    }
  }

  /** Reads a directory that nobody uses. */
  static DirectoryReading read(Path data, Optional<Path> log, Expected expected, Depth depth) {
    return new DataDirectoryReader(new LocalDirectory(data), log.map(LocalDirectory::new), expected)
        .read(depth);
  }
}
