package io.quorate.data;

import java.time.Instant;
import java.util.Optional;

/**
 * Files of a member's data, as a look saw them.
 *
 * @param bytes what data and log take on the disk
 * @param databaseBytes the size of the database
 * @param sum tells these files from all others: a digest over their names, inodes, sizes and times,
 *     and the release that judges them; empty while a process writes them
 * @param written when something was last written to the log; empty where that is not known
 * @param readAt when all of them were read; empty where only a part was
 * @param damage what that reading found to be damaged; empty where nothing was
 */
public record DataFiles(
    long bytes,
    long databaseBytes,
    Optional<String> sum,
    Optional<Instant> written,
    Optional<Instant> readAt,
    Optional<DataFinding> damage) {
  /** Files of which only a part was read. */
  public DataFiles(
      long bytes, long databaseBytes, Optional<String> sum, Optional<Instant> written) {
    this(bytes, databaseBytes, sum, written, Optional.empty(), Optional.empty());
  }

  /**
   * Returns the files after a whole reading at this time, with the damage that the reading found.
   */
  public DataFiles readWhole(Instant at, Optional<DataFinding> found) {
    return new DataFiles(bytes, databaseBytes, sum, written, Optional.of(at), found);
  }

  /** Whether both are the same files, unchanged; two that have no sum may be others. */
  boolean sameAs(DataFiles other) {
    return sum.isPresent() && sum.equals(other.sum);
  }
}
