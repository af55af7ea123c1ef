package io.quorate.ssh;

import io.quorate.datadir.file.LinkRule;
import io.quorate.datadir.file.ReadOnlyDirectory.Entry;
import io.quorate.datadir.file.ReadOnlyDirectory.Kind;
import io.quorate.ssh.ServedFiles.Asked;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.sftp.client.SftpClient.Attributes;
import org.apache.sshd.sftp.client.SftpClient.CloseableHandle;
import org.apache.sshd.sftp.client.SftpClient.DirEntry;
import org.apache.sshd.sftp.common.SftpException;

/**
 * Lists folders below a directory of a host. Several small folders take two round trips together.
 */
record SftpListing(ServedFiles client, String root) {
  /** Most entries of a folder that are accepted. A folder of a member has a few dozen entries. */
  private static final int MOST_ENTRIES = 100_000;

  /**
   * Returns the entries of each folder, in the order of the argument; empty for a folder that does
   * not exist.
   */
  List<Optional<List<Entry>>> of(List<String> folders) throws IOException {
    List<SftpWay> ways = new ArrayList<>();
    List<Asked<CloseableHandle>> asked = new ArrayList<>();
    for (String folder : folders) {
      var way = new SftpWay(client, root, folder);
      ways.add(way);
      asked.add(client.askToOpenFolder(way.end()));
    }
    List<CloseableHandle> opened = new ArrayList<>();
    try {
      List<Optional<Reading>> readings = new ArrayList<>();
      for (int k = 0; k < ways.size(); k++) {
        readings.add(begun(ways.get(k), asked.get(k), opened));
      }
      List<Optional<List<Entry>>> listed = new ArrayList<>();
      for (Optional<Reading> each : readings) {
        listed.add(each.isPresent() ? Optional.of(entries(each.get())) : Optional.empty());
      }
      return listed;
    } finally {
      opened.forEach(handle -> SftpFile.closeBeside(handle, () -> {}));
    }
  }

  /** An open folder, with the requests for its first entries. */
  private record Reading(
      SftpWay.Seen folder, CloseableHandle handle, List<Asked<Optional<List<DirEntry>>>> asked) {}

  private Optional<Reading> begun(
      SftpWay way, Asked<CloseableHandle> asked, List<CloseableHandle> opened) throws IOException {
    try {
      CloseableHandle handle = handle(way, asked);
      opened.add(handle);
      return Optional.of(new Reading(way.seen(), handle, twoRequests(handle)));
    } catch (SftpException e) {
      IOException told = SftpWay.inWordsOfFiles(way.end(), e);
      if (told instanceof NoSuchFileException) {
        return Optional.empty();
      }
      throw told;
    }
  }

  /**
   * Waits until the folder is open. Only after a failure, checks whether there is a file in place
   * of the folder.
   */
  private static CloseableHandle handle(SftpWay way, Asked<CloseableHandle> asked)
      throws IOException {
    try {
      return asked.answer();
    } catch (SftpException no) {
      if (way.seen().parts().getLast().isRegularFile()) {
        throw new NotDirectoryException(way.end());
      }
      throw no;
    }
  }

  /**
   * Sends two requests for entries at once. The second answer mostly says that no entries are left.
   */
  private List<Asked<Optional<List<DirEntry>>>> twoRequests(CloseableHandle folder)
      throws IOException {
    return List.of(client.askForEntries(folder), client.askForEntries(folder));
  }

  private List<Entry> entries(Reading reading) throws IOException {
    List<Entry> entries = new ArrayList<>();
    List<Asked<Optional<List<DirEntry>>>> asked = reading.asked;
    boolean more = true;
    while (more) {
      for (Asked<Optional<List<DirEntry>>> each : asked) {
        Optional<List<DirEntry>> some = each.answer();
        more &= some.isPresent();
        for (DirEntry entry : some.orElse(List.of())) {
          if (!entry.getFilename().equals(".") && !entry.getFilename().equals("..")) {
            entries.add(entry(reading.folder, entry));
          }
        }
      }
      if (entries.size() > MOST_ENTRIES) {
        throw new IOException(
            reading.folder.path() + " has more than " + MOST_ENTRIES + " entries");
      }
      asked = more ? twoRequests(reading.handle) : List.of();
    }
    entries.sort(Comparator.comparing(Entry::name));
    return entries;
  }

  /**
   * Returns an entry of the folder. A link whose target does not exist, or of a name that etcd
   * ignores, is an entry of the kind {@link Kind#OTHER}. An error of the disk is thrown, because
   * the target may exist.
   */
  private Entry entry(SftpWay.Seen folder, DirEntry each) throws IOException {
    String name = each.getFilename();
    String path = folder.path() + "/" + name;
    try {
      Attributes attributes = each.getAttributes();
      if (!attributes.isRegularFile() && !attributes.isDirectory()) {
        attributes = client.lstat(path);
        if (LinkRule.isReadByEtcd(name)) {
          attributes = SftpWay.followed(client, path, attributes, folder.parts().getLast());
        }
      }
      if (attributes.isRegularFile()) {
        return new Entry(name, Kind.FILE, attributes.getSize());
      }
      return new Entry(name, attributes.isDirectory() ? Kind.FOLDER : Kind.OTHER, 0);
    } catch (SftpException e) {
      IOException told = SftpWay.inWordsOfFiles(path, e);
      if (told instanceof NoSuchFileException) {
        return new Entry(name, Kind.OTHER, 0);
      }
      throw told;
    }
  }
}
