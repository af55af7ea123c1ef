package io.quorate.volume;

import io.quorate.data.DataDirectory;
import io.quorate.shell.Facts;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Observation of a data directory. Two equal observations mean the same directory in the same
 * state.
 *
 * @param source the directory that a rename has to move: the data directory, or {@code member/} in
 *     a mount point
 * @param inode device and inode of the source; {@code absent} or {@code unreadable}
 * @param target the name that the source would get; empty when none was asked about
 * @param targetInode device and inode of the target, as {@code inode}
 * @param log the directory of its own that the log has; empty where it is in the data directory
 * @param unmounted the disk that is not mounted, and hides what the directories hold
 */
record DirectoryObservation(
    DataDirectory.State state,
    String source,
    String inode,
    String target,
    String targetInode,
    Optional<Log> log,
    Optional<Unmounted> unmounted) {
  private static final String ABSENT = "absent";
  private static final String UNREADABLE = "unreadable";

  /**
   * A log with a directory of its own.
   *
   * @param inode device and inode, where a rename has to move it; {@code absent} where it has not
   * @param obstacle why no empty log can be begun there; empty where one can
   */
  record Log(String path, String inode, String target, String targetInode, String obstacle) {
    boolean nothingToMove() {
      return inode.equals(ABSENT);
    }

    boolean targetTaken() {
      return !targetInode.equals(ABSENT);
    }

    /** Why no empty log can be begun there, as a clause with what to do. */
    Optional<String> whyNotEmpty(String environmentFile) {
      String removes = ", and etcd deletes what is in the directory of a new log and ";
      return switch (obstacle) {
        case "" -> Optional.empty();
        case "mount" ->
            Optional.of(
                named()
                    + " is a mount point"
                    + removes
                    + "cannot put one in its place: let ETCD_WAL_DIR in "
                    + environmentFile
                    + " name a directory in it");
        case "link" ->
            Optional.of(
                named()
                    + " is a link"
                    + removes
                    + "puts it in place of the link: let ETCD_WAL_DIR in "
                    + environmentFile
                    + " name the directory itself");
        default ->
            Optional.of(
                named()
                    + " holds the data directory"
                    + removes
                    + "puts it there: let ETCD_WAL_DIR in "
                    + environmentFile
                    + " name a directory of its own");
      };
    }

    private String named() {
      return path + " (ETCD_WAL_DIR)";
    }

    private static Optional<Log> of(Facts facts) {
      return facts
          .first("wal")
          .map(
              path ->
                  new Log(
                      path,
                      facts.first("wal-inode").orElse(UNREADABLE),
                      facts.first("wal-target").orElse(""),
                      facts.first("wal-target-inode").orElse(UNREADABLE),
                      facts.first("wal-obstacle").orElse("")));
    }
  }

  /** A disk that is not mounted: which directory it hides, where it belongs and what says so. */
  record Unmounted(String disk, String point, String by) {
    String inWords() {
      return (disk.equals("log") ? "its log" : "its data directory")
          + " is below "
          + point
          + ", which "
          + by
          + " mounts and which is not mounted: mount it; if nothing is mounted there any more,"
          + " write mountPoint: none in quorate.yml";
    }

    private static Optional<Unmounted> of(Facts facts) {
      return facts
          .first("unmounted")
          .map(fact -> fact.split("\t", 3))
          .filter(parts -> parts.length == 3)
          .map(parts -> new Unmounted(parts[0], parts[1], parts[2]));
    }
  }

  static DirectoryObservation of(Facts facts) {
    var state =
        switch (facts.first("data").orElse(UNREADABLE)) {
          case ABSENT -> DataDirectory.State.ABSENT;
          case "empty" -> DataDirectory.State.EMPTY;
          case "partial" -> DataDirectory.State.PARTIAL;
          case "present" -> DataDirectory.State.PRESENT;
          default -> DataDirectory.State.UNREADABLE;
        };
    return new DirectoryObservation(
        state,
        facts.first("source").orElse(""),
        facts.first("inode").orElse(UNREADABLE),
        facts.first("target").orElse(""),
        facts.first("target-inode").orElse(UNREADABLE),
        Log.of(facts),
        Unmounted.of(facts));
  }

  boolean readable() {
    return state != DataDirectory.State.UNREADABLE
        && !inode.equals(UNREADABLE)
        && !targetInode.equals(UNREADABLE)
        && log.filter(own -> own.inode().equals(UNREADABLE)).isEmpty();
  }

  /** Why the directories cannot be read, as a clause with what to do. */
  String whyUnreadable() {
    return unmounted
        .map(Unmounted::inWords)
        .orElse("look at its disk, its mount and its permissions");
  }

  boolean nothingToMove() {
    return noDataToMove() && log.filter(own -> !own.nothingToMove()).isEmpty();
  }

  private boolean noDataToMove() {
    return state == DataDirectory.State.ABSENT
        || state == DataDirectory.State.EMPTY
        || inode.equals(ABSENT);
  }

  /** The inodes of what a rename has to move, for the answer to the script. */
  String toMove() {
    return (noDataToMove() ? ABSENT : inode) + " " + log.map(Log::inode).orElse(ABSENT);
  }

  boolean targetTaken() {
    return !targetInode.equals(ABSENT);
  }

  /** Lists the names that a rename would use and that exist already. */
  List<String> setAside() {
    return Stream.concat(
            targetTaken() ? Stream.of(target) : Stream.empty(),
            log.filter(Log::targetTaken).map(Log::target).stream())
        .toList();
  }

  /** The first source whose new name is taken, with that name; nothing is ever replaced. */
  Optional<String> doubled() {
    Optional<Log> own = log.filter(there -> !there.nothingToMove() && there.targetTaken());
    return !noDataToMove() && targetTaken()
        ? Optional.of(source + " and " + target)
        : own.map(there -> there.path() + " and " + there.target());
  }
}
