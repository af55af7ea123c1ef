package io.quorate.ssh;

import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A directory of a host, read over SFTP. */
final class SftpDirectory implements ReadOnlyDirectory {
  private static final Duration LIMIT = Duration.ofSeconds(15);
  private static final Script IN_USE = HostCapabilities.script("in-use");
  private static final Script PECULIARITIES =
      new Script("peculiarities", Script.part("peculiarities"));

  private final String root;
  private final String host;
  private final Shell shell;
  private final SftpReading reading;
  private final Fetching fetching;

  SftpDirectory(String root, String host, Shell shell, SftpReading reading, Fetching fetching) {
    if (!root.startsWith("/")) {
      throw new IllegalArgumentException("\"" + root + "\" is no absolute path");
    }
    this.root =
        root.length() > 1 && root.endsWith("/") ? root.substring(0, root.length() - 1) : root;
    this.host = host;
    this.shell = shell;
    this.reading = reading;
    this.fetching = fetching;
  }

  @Override
  public List<Entry> list(String folder) throws IOException {
    return listAll(List.of(folder))
        .getFirst()
        .orElseThrow(() -> new NoSuchFileException(at(folder)));
  }

  @Override
  public List<Optional<List<Entry>>> listAll(List<String> folders) throws IOException {
    try {
      return reading.call(client -> new SftpListing(client, root).of(folders));
    } catch (Failure unreached) {
      throw unread(root, unreached);
    }
  }

  /** To who reads a directory a host that cannot be reached is a disk that cannot be read. */
  private static IOException unread(String path, Failure why) {
    return new IOException(path + ": " + why.getMessage(), why);
  }

  @Override
  public SftpFile open(String path) throws IOException {
    try (SftpOpening opening = SftpOpening.of(reading, root, path)) {
      opening.goOn();
      return opening.file();
    } catch (Failure unreached) {
      throw unread(at(path), unreached);
    }
  }

  @Override
  public Map<String, ReadOnlyFile> openAhead(List<String> paths) throws IOException {
    Map<String, SftpOpening> openings = new LinkedHashMap<>();
    Map<String, ReadOnlyFile> files = new HashMap<>();
    boolean all = false;
    try {
      for (String path : paths) {
        openings.put(path, SftpOpening.of(reading, root, path));
      }
      for (SftpOpening each : openings.values()) {
        leavingOutWhatIsNot(each::goOn);
      }
      for (Map.Entry<String, SftpOpening> each : openings.entrySet()) {
        if (each.getValue().isOpen()) {
          leavingOutWhatIsNot(() -> files.put(each.getKey(), each.getValue().file()));
        }
      }
      all = true;
      return files;
    } catch (Failure unreached) {
      throw unread(root, unreached);
    } finally {
      openings.values().forEach(SftpOpening::close);
      if (!all) {
        for (ReadOnlyFile file : files.values()) {
          file.close();
        }
      }
    }
  }

  @FunctionalInterface
  private interface OnTheWay {
    void run() throws IOException;
  }

  /**
   * Runs the action, and ignores a file that does not exist or must not be read. {@link #open}
   * reports such a file later.
   */
  private static void leavingOutWhatIsNot(OnTheWay action) throws IOException {
    try {
      action.run();
    } catch (FileSystemException e) {
      return;
    }
  }

  /**
   * Fetches the file to this machine first. Where this machine has no room, each read goes to the
   * host.
   */
  @Override
  public ReadOnlyFile openWhole(String path) throws IOException {
    SftpFile file = open(path);
    boolean kept = false;
    try {
      Optional<ReadOnlyFile> fetched = fetching.of(file);
      kept = fetched.isEmpty();
      return fetched.isPresent() ? fetched.get() : file;
    } finally {
      if (!kept) {
        file.close();
      }
    }
  }

  @Override
  public List<String> peculiarities() {
    List<String> folders = List.of(at(""), at("member"), at("member/wal"), at("member/snap"));
    return facts(PECULIARITIES, folders, "seen");
  }

  @Override
  public boolean inUse(String path) {
    return !facts(IN_USE, List.of(at(path)), "used").isEmpty();
  }

  @Override
  public boolean inUse(List<String> paths) {
    return !paths.isEmpty()
        && !facts(IN_USE, paths.stream().map(this::at).toList(), "used").isEmpty();
  }

  private List<String> facts(Script script, List<String> arguments, String name) {
    var ended = shell.run(script, arguments, Shell.Reply.NONE, LIMIT);
    return Facts.of(host, ended.output()).all(name);
  }

  private String at(String path) {
    return path.isEmpty() ? root : root + "/" + path;
  }
}
