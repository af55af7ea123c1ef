package io.quorate.volume;

import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.file.ReadOnlyFile;
import java.io.IOException;
import java.util.List;

/**
 * A data directory in a mount point whose {@code member/} has another name by now.
 *
 * @param mount the mount point
 * @param name of what was {@code member/}
 */
record RenamedMember(ReadOnlyDirectory mount, String name) implements ReadOnlyDirectory {
  private static final String MEMBER = "member";

  @Override
  public List<Entry> list(String folder) throws IOException {
    return folder.isEmpty()
        ? List.of(new Entry(MEMBER, Kind.FOLDER, 0))
        : mount.list(renamed(folder));
  }

  @Override
  public ReadOnlyFile open(String path) throws IOException {
    return mount.open(renamed(path));
  }

  @Override
  public ReadOnlyFile openWhole(String path) throws IOException {
    return mount.openWhole(renamed(path));
  }

  @Override
  public List<String> peculiarities() {
    return List.of();
  }

  @Override
  public boolean inUse(String path) {
    return mount.inUse(renamed(path));
  }

  @Override
  public boolean inUse(List<String> paths) {
    return mount.inUse(paths.stream().map(this::renamed).toList());
  }

  private String renamed(String path) {
    return path.equals(MEMBER) || path.startsWith(MEMBER + "/")
        ? name + path.substring(MEMBER.length())
        : path;
  }
}
