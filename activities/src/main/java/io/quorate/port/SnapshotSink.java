package io.quorate.port;

import java.io.IOException;

/** Takes the bytes of a snapshot, in order. */
@FunctionalInterface
public interface SnapshotSink {
  /**
   * Takes the next bytes; the stream waits while it does.
   *
   * @param remaining how many bytes are still to come, as etcd says
   */
  void take(byte[] bytes, long remaining) throws IOException;
}
