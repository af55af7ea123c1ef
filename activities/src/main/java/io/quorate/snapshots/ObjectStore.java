package io.quorate.snapshots;

import io.quorate.port.ComparisonResults.Claim;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotStore.LocalSnapshot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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

  /** The content of a small file as UTF-8; throws where the bytes are no UTF-8. */
  default Optional<String> text(String name) throws IOException {
    Optional<byte[]> bytes = get(name);
    return bytes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.get())).toString());
  }

  /** Opens a file for reading. */
  InputStream open(String name) throws IOException;

  /** The file as one of this machine; a copy needs room for so many bytes. */
  LocalSnapshot local(String name, long bytes) throws IOException;

  /**
   * Writes a small file where there is none of this name. The file is whole and durable under its
   * name, or is not there.
   *
   * @return whether it is ours; where it is not, the name was taken
   */
  boolean create(String name, byte[] content) throws IOException;

  /** Makes the place where it is not there yet; {@link #create} and {@link #begin} do so too. */
  default void make() throws IOException {}

  /** Writes a small file; a reader sees the old file or the whole new file. */
  void replace(String name, byte[] content) throws IOException;

  /** Throws a {@link Failure} when a file of about this size could not be written now. */
  void requireRoomFor(long bytes);

  /**
   * Begins a large file, which becomes visible with {@link Writing#finish}. Removes the leftovers
   * of long dead attempts first.
   *
   * @param stem the beginning of its name
   */
  Writing begin(String stem) throws IOException;

  /** Gives a damaged file another name; in S3, where that would be a copy, it stays. */
  default void setAside(String name, String why) throws IOException {}

  /** Deletes files, in this order. */
  void delete(List<String> names) throws IOException;

  /**
   * Claims the comparison of data of the cluster; empty while another process has it. A folder can
   * be locked until the process ends, and S3 cannot: so each has its own way.
   */
  Optional<Claim> claim();

  /**
   * Time by the clock of the place, as it was told last and carried on until now; empty where it
   * has none of its own, or has not been asked.
   */
  default Optional<Instant> now() {
    return Optional.empty();
  }

  /** The failure of the place to tell people of. */
  Failure failure(String what, IOException e);

  /** The clause for a small file that cannot be read. */
  String unreadable(String what, String name, Exception e);

  /** The remedy of a failure, as the end of a sentence. */
  default String remedy(IOException e) {
    return "";
  }

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
