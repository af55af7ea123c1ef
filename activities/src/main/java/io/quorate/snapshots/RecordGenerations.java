package io.quorate.snapshots;

import io.quorate.cluster.ClusterRecord;
import io.quorate.port.ClusterRecords;
import java.time.Instant;

/** Generations of the record of one cluster: files in a folder, or objects in S3. */
interface RecordGenerations {
  /** The location, in words. */
  String place();

  /** The newest generation that is what was written. */
  Found newest();

  /**
   * Writes the generation after this one, on which the record rests.
   *
   * @return whether it is the newest now; where it is not, another writer was faster
   */
  boolean write(ClusterRecord record, long last, Instant now);

  /**
   * What one reading found.
   *
   * @param last the highest number that was taken then, also by a damaged one; 0 for none
   */
  record Found(ClusterRecords.Kept kept, long last) {}
}
