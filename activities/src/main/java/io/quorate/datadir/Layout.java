package io.quorate.datadir;

import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.raft.Position;
import io.quorate.datadir.wal.SegmentName;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which files of an etcd member are where. What etcd ignores is ignored: {@code lost+found}, files
 * that were being received or laid out.
 *
 * @param logFolder where the segments are, in the directory of the log
 * @param segments in the order in which etcd reads them, by name
 * @param snapshots raft snapshots by their names, the newest first
 * @param received databases that came from a leader and were not put in place, by their index
 * @param databaseBytes the size of the database file; empty where there is none
 */
record Layout(
    ReadOnlyDirectory data,
    ReadOnlyDirectory log,
    String logFolder,
    List<SegmentName> segments,
    List<Position> snapshots,
    List<Long> received,
    Optional<Long> databaseBytes,
    List<String> findings) {
  static final String DATABASE = "member/snap/db";
  static final String SNAPSHOTS = "member/snap";

  private static final String LOG = "member/wal";
  private static final int MOST_SNAPSHOTS = 1_000;
  private static final Pattern SNAPSHOT = Pattern.compile("([0-9a-f]{16})-([0-9a-f]{16})\\.snap");
  private static final Pattern RECEIVED = Pattern.compile("([0-9a-f]{16})\\.snap\\.db");

  /**
   * Looks at the folders.
   *
   * @param dedicated the directory of the log where it is one of its own
   */
  static Layout of(ReadOnlyDirectory data, Optional<ReadOnlyDirectory> dedicated)
      throws IOException {
    List<String> findings = new ArrayList<>(data.peculiarities());
    List<Optional<List<ReadOnlyDirectory.Entry>>> inData = data.listAll(List.of(SNAPSHOTS, LOG));
    List<ReadOnlyDirectory.Entry> snapshots = files(data, SNAPSHOTS, inData.getFirst());
    List<ReadOnlyDirectory.Entry> inLog = files(data, LOG, inData.getLast());
    if (snapshots.isEmpty() && isMissing(data)) {
      findings.add("there is no data directory");
    }
    if (dedicated.filter(Layout::isMissing).isPresent()) {
      findings.add("there is no directory for the log");
    }
    ReadOnlyDirectory log = dedicated.orElse(data);
    String logFolder = dedicated.isPresent() ? "" : LOG;
    List<SegmentName> segments = new ArrayList<>();
    for (ReadOnlyDirectory.Entry entry : dedicated.isPresent() ? files(log, logFolder) : inLog) {
      SegmentName.parse(entry.name()).ifPresent(segments::add);
      if (entry.name().endsWith(".broken")) {
        findings.add("etcd repaired the log once: %s is what it cut".formatted(entry.name()));
      }
    }
    segments.sort(Comparator.comparing(SegmentName::name));
    segments.stream()
        .filter(segment -> !segment.canonical())
        .forEach(
            segment -> findings.add("%s is not a name that etcd gives".formatted(segment.name())));
    if (dedicated.isPresent()
        && inLog.stream().anyMatch(entry -> SegmentName.parse(entry.name()).isPresent())) {
      findings.add("there is a second log in " + LOG);
    }
    return withSnapshots(data, log, logFolder, segments, snapshots, findings);
  }

  private static boolean isMissing(ReadOnlyDirectory directory) {
    try {
      directory.list("");
      return false;
    } catch (NoSuchFileException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static Layout withSnapshots(
      ReadOnlyDirectory data,
      ReadOnlyDirectory log,
      String logFolder,
      List<SegmentName> segments,
      List<ReadOnlyDirectory.Entry> inSnapshots,
      List<String> findings) {
    List<Position> snapshots = new ArrayList<>();
    List<Long> received = new ArrayList<>();
    Optional<Long> databaseBytes = Optional.empty();
    for (ReadOnlyDirectory.Entry entry : inSnapshots) {
      Optional<Position> snapshot = snapshot(entry.name());
      Matcher database = RECEIVED.matcher(entry.name());
      if (entry.name().equals("db")) {
        databaseBytes = Optional.of(entry.bytes());
      } else if (snapshot.isPresent() && snapshots.size() < MOST_SNAPSHOTS) {
        snapshots.add(snapshot.get());
      } else if (database.matches()) {
        received.add(number(database.group(1)));
      } else if (entry.name().endsWith(".snap.broken")) {
        findings.add("etcd found a raft snapshot bad: " + entry.name());
      }
    }
    snapshots.sort(Comparator.reverseOrder());
    return new Layout(data, log, logFolder, segments, snapshots, received, databaseBytes, findings);
  }

  /** The raft snapshot in a file of this name; empty where it is none. */
  static Optional<Position> snapshot(String file) {
    Matcher name = SNAPSHOT.matcher(file);
    return name.matches()
        ? Optional.of(new Position(number(name.group(1)), number(name.group(2))))
        : Optional.empty();
  }

  private static long number(String hexadecimal) {
    return Long.parseUnsignedLong(hexadecimal, 16);
  }

  /**
   * The files of a folder; none where it is not there. What must not be read is no absence, and
   * neither is a file where a folder above it should be.
   */
  private static List<ReadOnlyDirectory.Entry> files(ReadOnlyDirectory directory, String folder)
      throws IOException {
    return files(directory, folder, directory.listAll(List.of(folder)).getFirst());
  }

  private static List<ReadOnlyDirectory.Entry> files(
      ReadOnlyDirectory directory, String folder, Optional<List<ReadOnlyDirectory.Entry>> listed)
      throws IOException {
    if (listed.isEmpty() && !folder.isEmpty()) {
      files(directory, folder.substring(0, Math.max(0, folder.lastIndexOf('/'))));
    }
    return listed.orElse(List.of()).stream().filter(ReadOnlyDirectory.Entry::isFile).toList();
  }

  /** The name of a raft snapshot's file. */
  static String nameOf(Position snapshot) {
    return "%s/%016x-%016x.snap".formatted(SNAPSHOTS, snapshot.term(), snapshot.index());
  }

  /** The name of a database that came with a raft snapshot. */
  static String receivedName(long index) {
    return "%s/%016x.snap.db".formatted(SNAPSHOTS, index);
  }

  /**
   * Opens the files that a quick reading reads first. Opening them together saves round trips to
   * another machine. In a directory of this machine no file is opened ahead.
   */
  AheadDirectory ahead() throws IOException {
    List<String> wanted = new ArrayList<>();
    databaseBytes.ifPresent(bytes -> wanted.add(DATABASE));
    snapshots.stream().findFirst().map(Layout::nameOf).ifPresent(wanted::add);
    if (data.equals(log) && !segments.isEmpty()) {
      wanted.add(path(segments.getLast()));
    }
    return new AheadDirectory(data, new HashMap<>(data.openAhead(wanted)));
  }

  /**
   * Returns this layout with {@code ahead} as its directory, so that files that are open already
   * are not opened again.
   */
  Layout in(AheadDirectory ahead) {
    return new Layout(
        ahead,
        data.equals(log) ? ahead : log,
        logFolder,
        segments,
        snapshots,
        received,
        databaseBytes,
        findings);
  }

  /** Whether there is nothing that a member has written. */
  boolean isEmpty() {
    return segments.isEmpty() && databaseBytes.isEmpty() && snapshots.isEmpty();
  }

  /** Whether there is a database with something in it. */
  boolean hasDatabase() {
    return databaseBytes.filter(bytes -> bytes > 0).isPresent();
  }

  /** Whether a process has the database or a segment open, as etcd does while it runs. */
  boolean inUse() {
    List<String> ofLog = segments.stream().map(this::path).toList();
    return data.equals(log)
        ? data.inUse(Stream.concat(Stream.of(DATABASE), ofLog.stream()).toList())
        : data.inUse(DATABASE) || log.inUse(ofLog);
  }

  private String path(SegmentName segment) {
    return logFolder.isEmpty() ? segment.name() : logFolder + "/" + segment.name();
  }
}
