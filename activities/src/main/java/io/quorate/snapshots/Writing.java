package io.quorate.snapshots;

import io.quorate.port.SnapshotSink;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Optional;

/** A snapshot that is being written; closing discards it unless it was finished. */
interface Writing extends SnapshotSink, AutoCloseable {
  /** The check of the bytes so far. */
  TrailerDigest digest();

  /** The first failure to write, which the stream may report in other words or not at all. */
  Optional<IOException> failed();

  /**
   * Makes the snapshot durable under its final name.
   *
   * @return the name
   * @throws FileAlreadyExistsException when the name is taken
   */
  String finish(String sha256) throws IOException;

  @Override
  void close() throws IOException;
}
