package io.quorate.hosts.ssh;

import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.hosts.Facts;
import io.quorate.hosts.Script;
import io.quorate.hosts.Shell;
import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.sftp.client.SftpClient;
import org.apache.sshd.sftp.client.SftpClient.Attributes;
import org.apache.sshd.sftp.client.SftpClient.CloseableHandle;
import org.apache.sshd.sftp.client.SftpClient.DirEntry;
import org.apache.sshd.sftp.common.SftpConstants;
import org.apache.sshd.sftp.common.SftpException;

/** A directory of a host, read over SFTP. */
final class SftpDirectory implements ReadOnlyDirectory {
  /** A folder of a member's has a few dozen entries. */
  private static final int MOST_ENTRIES = 100_000;

  private static final Duration LIMIT = Duration.ofSeconds(15);
  private static final Script IN_USE = Greeting.script("in-use");
  private static final Script PECULIARITIES = Greeting.script("peculiarities");

  private final String root;
  private final SshHost host;
  private final SftpReading reading;
  private final Fetching fetching;

  SftpDirectory(String root, SshHost host, SftpReading reading, Fetching fetching) {
    if (!root.startsWith("/")) {
      throw new IllegalArgumentException("\"" + root + "\" is no absolute path");
    }
    this.root =
        root.length() > 1 && root.endsWith("/") ? root.substring(0, root.length() - 1) : root;
    this.host = host;
    this.reading = reading;
    this.fetching = fetching;
  }

  @Override
  public List<Entry> list(String folder) throws IOException {
    String path = at(folder);
    try {
      return reading.call(client -> listed(client, path));
    } catch (SftpException e) {
      throw inWordsOfFiles(path, e);
    } catch (Failure unreached) {
      throw unread(path, unreached);
    }
  }

  /** To who reads a directory a host that cannot be reached is a disk that cannot be read. */
  private static IOException unread(String path, Failure why) {
    return new IOException(path + ": " + why.getMessage(), why);
  }

  @Override
  public ReadOnlyFile open(String path) throws IOException {
    String full = at(path);
    SftpClient client = borrowed(full);
    boolean opened = false;
    try {
      var file = new SftpFile(client, client.open(full, SftpClient.OpenMode.Read), reading);
      opened = true;
      return file;
    } catch (SftpException e) {
      throw inWordsOfFiles(full, e);
    } finally {
      if (!opened) {
        reading.giveBack();
      }
    }
  }

  /** Fetches the file first; without room for it here, each read of it goes to the host. */
  @Override
  public ReadOnlyFile openWhole(String path) throws IOException {
    String full = at(path);
    try {
      Optional<ReadOnlyFile> fetched = reading.call(client -> fetching.of(client, full));
      return fetched.isPresent() ? fetched.get() : open(path);
    } catch (SftpException e) {
      throw inWordsOfFiles(full, e);
    } catch (Failure unreached) {
      throw unread(full, unreached);
    }
  }

  private SftpClient borrowed(String path) throws IOException {
    try {
      return reading.borrow();
    } catch (Failure unreached) {
      throw unread(path, unreached);
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
    var ended = host.shell().run(script, arguments, Shell.Reply.NONE, LIMIT);
    return Facts.of(host.name(), ended.output()).all(name);
  }

  private static List<Entry> listed(SftpClient client, String path) throws IOException {
    var entries = new ArrayList<Entry>();
    CloseableHandle handle = opened(client, path);
    try {
      for (DirEntry each : client.listDir(handle)) {
        if (!each.getFilename().equals(".") && !each.getFilename().equals("..")) {
          entries.add(entry(client, path, each));
        }
        if (entries.size() > MOST_ENTRIES) {
          throw new IOException(path + " has more than " + MOST_ENTRIES + " entries");
        }
      }
    } finally {
      SftpFile.closeBeside(handle, () -> {});
    }
    entries.sort(Comparator.comparing(Entry::name));
    return entries;
  }

  /** Opens a folder; only where that fails the host is asked what is there. */
  private static CloseableHandle opened(SftpClient client, String path) throws IOException {
    try {
      return client.openDir(path);
    } catch (SftpException no) {
      if (client.stat(path).isRegularFile()) {
        throw new NotDirectoryException(path);
      }
      throw no;
    }
  }

  /** A link to nothing is another thing; a disk that answers with an error is no absence. */
  private static Entry entry(SftpClient client, String folder, DirEntry each) throws IOException {
    String name = each.getFilename();
    try {
      Attributes attributes = each.getAttributes();
      if (!attributes.isRegularFile() && !attributes.isDirectory()) {
        attributes = client.stat(folder + "/" + name);
      }
      if (attributes.isRegularFile()) {
        return new Entry(name, Kind.FILE, attributes.getSize());
      }
      return new Entry(name, attributes.isDirectory() ? Kind.FOLDER : Kind.OTHER, 0);
    } catch (SftpException e) {
      if (e.getStatus() == SftpConstants.SSH_FX_NO_SUCH_FILE) {
        return new Entry(name, Kind.OTHER, 0);
      }
      throw e;
    }
  }

  private String at(String path) {
    return path.isEmpty() ? root : root + "/" + path;
  }

  private static IOException inWordsOfFiles(String path, SftpException e) {
    return switch (e.getStatus()) {
      case SftpConstants.SSH_FX_NO_SUCH_FILE, SftpConstants.SSH_FX_NO_SUCH_PATH ->
          new NoSuchFileException(path);
      case SftpConstants.SSH_FX_PERMISSION_DENIED -> new AccessDeniedException(path);
      default -> new IOException(path + ": " + e.getMessage(), e);
    };
  }
}
