package io.quorate.snapshots;

import io.quorate.port.Failure;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * Files at one place: a folder of this machine, or the objects below a prefix in S3. What the files
 * mean is decided above it, and is one for both. A failure of a file system is an {@link
 * IOException}; a failure of S3 is a {@link Failure} with its own sentence.
 */
interface ObjectStore {
  /** The place, in words. */
  String place();

  /** A file of the place, in words. */
  String words(String name);

  /** All files whose names begin so, by their names; files that are half written are left out. */
  NavigableMap<String, State> list(String beginning) throws IOException;

  /** The content of a small file; empty where there is none. */
  Optional<byte[]> get(String name) throws IOException;

  /**
   * Writes a small file where there is none of this name. The file is whole and durable under its
   * name, or is not there.
   *
   * @return whether it is ours; where it is not, the name was taken
   */
  boolean create(String name, byte[] content) throws IOException;

  /** Gives a damaged file another name; in S3, where that would be a copy, it stays. */
  void setAside(String name, String why) throws IOException;

  /** Deletes files, in this order. */
  void delete(List<String> names) throws IOException;

  /** What to do about a failure, as the end of a sentence. */
  String remedy(IOException e);

  /**
   * State of a file at one moment, by which a change is recognised.
   *
   * @param changedAt when the file was last changed
   * @param sizeBytes the size of the file in bytes
   * @param tag a text that differs after each change of the file
   * @param isFile whether it is a file, and no directory or anything else of this name
   */
  record State(Instant changedAt, long sizeBytes, String tag, boolean isFile) {}
}
