package io.quorate.lab.load;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The outcome of every write, in memory and on disk. A write without an acknowledgement is unknown:
 * etcd may have applied it or not, so it never counts as lost.
 */
final class Ledger implements AutoCloseable {
  private final BufferedWriter file;
  private final List<String> acknowledged = new ArrayList<>();
  private long unknown;
  private long unsent;
  private OptionalLong lastNanos = OptionalLong.empty();
  private long longestNanos;

  Ledger(Path file) throws IOException {
    this.file = Files.newBufferedWriter(file);
  }

  synchronized void acknowledged(String key, long nanos) throws IOException {
    file.write("acknowledged " + key + "\n");
    file.flush();
    acknowledged.add(key);
    longestNanos = stallUntil(nanos);
    lastNanos = OptionalLong.of(Math.max(nanos, lastNanos.orElse(nanos)));
  }

  synchronized void unknown(String key, String because) throws IOException {
    file.write("unknown " + key + " " + because.replace('\n', ' ') + "\n");
    file.flush();
    unknown++;
  }

  /** Records a write that no member was connected to: etcd cannot have applied it. */
  synchronized void unsent(String key, String because) throws IOException {
    file.write("unsent " + key + " " + because.replace('\n', ' ') + "\n");
    file.flush();
    unsent++;
  }

  /** Returns the number of writes acknowledged so far. */
  synchronized int count() {
    return acknowledged.size();
  }

  /** Returns the outcome of all writes so far; a stall that lasts until {@code nanos} counts. */
  synchronized Writes writes(long nanos) {
    return new Writes(acknowledged, unknown + unsent, unknown, Duration.ofNanos(stallUntil(nanos)));
  }

  private long stallUntil(long nanos) {
    return Math.max(longestNanos, nanos - lastNanos.orElse(nanos));
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }
}
