package io.quorate.datadir.file;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A directory whose files are read at a position; nothing in it is ever changed. Paths are relative
 * to it, with slashes; the empty path is the directory.
 *
 * <p>The way to the directory may lead over any link. Below it a link to a folder is followed where
 * that folder belongs to the maker of the link, or where root made it for the owner of the folder
 * that it is in ({@link LinkRule}). Every other link is an {@link
 * java.nio.file.AccessDeniedException}.
 */
public interface ReadOnlyDirectory {
  /**
   * What the folder holds, sorted by name as bytes are.
   *
   * @throws java.nio.file.NoSuchFileException where there is no such folder
   * @throws java.nio.file.NotDirectoryException where it is a file
   * @throws java.nio.file.AccessDeniedException where it, or a link in it, must not be read
   */
  List<Entry> list(String folder) throws IOException;

  /**
   * What each of the folders holds, as {@link #list}; empty for a folder that is not there. Folders
   * of another machine are listed at once.
   */
  default List<Optional<List<Entry>>> listAll(List<String> folders) throws IOException {
    List<Optional<List<Entry>>> listed = new ArrayList<>();
    for (String folder : folders) {
      try {
        listed.add(Optional.of(list(folder)));
      } catch (NoSuchFileException e) {
        listed.add(Optional.empty());
      }
    }
    return listed;
  }

  /**
   * Opens the file for reading.
   *
   * @throws java.nio.file.NoSuchFileException where there is none
   * @throws java.nio.file.AccessDeniedException where it must not be read
   */
  ReadOnlyFile open(String path) throws IOException;

  /**
   * Opens files of another machine that will be read soon, all at once. The caller closes them.
   *
   * @return by path; without those that cannot be opened, and empty for a directory of this machine
   */
  default Map<String, ReadOnlyFile> openAhead(List<String> paths) throws IOException {
    return Map.of();
  }

  /**
   * Opens a file that will be read whole, in any order; one of another machine may be fetched
   * first. What is written to it meanwhile may be missed.
   *
   * @throws java.nio.file.NoSuchFileException where there is none
   * @throws java.nio.file.AccessDeniedException where it must not be read
   */
  default ReadOnlyFile openWhole(String path) throws IOException {
    return open(path);
  }

  /** What may be seen of the directory from outside, for the findings. */
  List<String> peculiarities();

  /**
   * Whether a process of this machine has the file open for writing, as etcd does while it runs.
   */
  boolean inUse(String path);

  /** Whether a process of this machine has any of the files open for writing. */
  default boolean inUse(List<String> paths) {
    return paths.stream().anyMatch(this::inUse);
  }

  /**
   * Something in a folder.
   *
   * @param bytes its size, 0 for a folder
   */
  record Entry(String name, Kind kind, long bytes) {
    public boolean isFile() {
      return kind == Kind.FILE;
    }
  }

  /** What an entry is once links are followed. */
  enum Kind {
    FILE,
    FOLDER,
    /** A link to nothing, a socket, a device. */
    OTHER
  }
}
