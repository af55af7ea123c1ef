package io.quorate.datadir.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A directory of this machine. */
public final class LocalDirectory implements ReadOnlyDirectory {
  private final Path root;
  private final KernelLocks locks;

  /**
   * The directory at the path; it need not be there.
   *
   * @param root an absolute path
   */
  public LocalDirectory(Path root) {
    this(root, new KernelLocks(Path.of("/proc/locks")));
  }

  LocalDirectory(Path root, KernelLocks locks) {
    this.root = root;
    this.locks = locks;
  }

  @Override
  public List<Entry> list(String folder) throws IOException {
    List<Entry> entries = new ArrayList<>();
    try (OpenFolder open = OpenFolder.at(root).into(folder)) {
      for (String name : open.names()) {
        entries.add(entry(open, name));
      }
    }
    entries.sort(Comparator.comparing(Entry::name));
    return entries;
  }

  /**
   * A link to nothing, or of a name that etcd ignores, is another thing; a disk that answers with
   * an error is no absence.
   */
  private static Entry entry(OpenFolder folder, String name) throws IOException {
    try {
      var attributes =
          LinkRule.isReadByEtcd(name) ? folder.attributes(name) : folder.unfollowed(name);
      if (attributes.isRegularFile()) {
        return new Entry(name, Kind.FILE, attributes.size());
      }
      return new Entry(name, attributes.isDirectory() ? Kind.FOLDER : Kind.OTHER, 0);
    } catch (NoSuchFileException e) {
      return new Entry(name, Kind.OTHER, 0);
    }
  }

  @Override
  public ReadOnlyFile open(String path) throws IOException {
    int folder = path.lastIndexOf('/');
    try (OpenFolder open = OpenFolder.at(root).into(path.substring(0, Math.max(0, folder)))) {
      return new LocalFile(open.file(path.substring(folder + 1)));
    }
  }

  @Override
  public List<String> peculiarities() {
    List<String> seen = new ArrayList<>();
    for (String part : List.of("", "member", "member/wal", "member/snap")) {
      Path path = root.resolve(part);
      if (Files.isSymbolicLink(path)) {
        seen.add("%s is a link".formatted(path));
      }
      if (isMountPoint(path)) {
        seen.add("%s is a mount point".formatted(path));
      }
    }
    return List.copyOf(seen);
  }

  private static boolean isMountPoint(Path path) {
    Path parent = path.toAbsolutePath().getParent();
    try {
      return parent != null
          && !Files.getAttribute(path, "unix:dev").equals(Files.getAttribute(parent, "unix:dev"));
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public boolean inUse(String path) {
    return locks.holds(root.resolve(path));
  }
}
