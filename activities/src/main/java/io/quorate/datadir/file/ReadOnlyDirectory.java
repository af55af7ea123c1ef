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
 * <p>The path to the directory may contain any links. Below the directory {@link LinkRule} says
 * which links are followed. Any other link causes an {@link java.nio.file.AccessDeniedException}.
 * In a listing a link of a name that etcd ignores is an entry of the kind {@link Kind#OTHER}.
 */
public interface ReadOnlyDirectory {
  /**
   * Lists the files and folders in the folder, sorted by the bytes of their names.
   *
   * @throws java.nio.file.NoSuchFileException where there is no such folder
   * @throws java.nio.file.NotDirectoryException where it is a file
   * @throws java.nio.file.AccessDeniedException where the folder must not be read, or contains a
   *     link with a name of etcd's that must not be followed
   */
  List<Entry> list(String folder) throws IOException;

  /**
   * Lists several folders, each as {@link #list} does, in the order of the argument. The list of a
   * folder that does not exist is empty. The folders of another machine are listed in parallel.
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
   * Opens several files of another machine in parallel, before they are read. The caller closes the
   * files.
   *
   * @return the open files by path, without the files that cannot be opened; empty for a directory
   *     of this machine
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

  /** Lists peculiarities of the directory that are visible from outside, for the findings. */
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

  /** Kind of an entry after links are followed. */
  enum Kind {
    FILE,
    FOLDER,
    /** A link to nothing, a link of a name that etcd ignores, a socket, a device. */
    OTHER
  }
}
