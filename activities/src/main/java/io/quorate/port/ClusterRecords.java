package io.quorate.port;

import io.quorate.cluster.ClusterKey;
import io.quorate.record.ClusterRecord;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Store of the cluster records, in files that can be read without Quorate and without the cluster.
 * All methods throw a {@link Failure}.
 */
public interface ClusterRecords {
  /** The location of this cluster's record, in words. */
  String place(ClusterKey cluster);

  /**
   * The newest record that can be trusted. Changes nothing. A record that is there and cannot be
   * read is a {@link Failure}, never an empty answer.
   */
  Kept read(ClusterKey cluster);

  /**
   * Writes what the change makes of the newest record, as its next generation; nothing where it is
   * the same. The change is applied again where another writer was faster.
   *
   * @return the record that is written now
   */
  ClusterRecord update(ClusterKey cluster, UnaryOperator<ClusterRecord> change);

  /** Does as {@link #update} for what a step notes before its effect, and is no effect itself. */
  default ClusterRecord note(ClusterKey cluster, UnaryOperator<ClusterRecord> change) {
    return update(cluster, change);
  }

  /**
   * Stored record of one cluster.
   *
   * @param record empty where there is none yet
   * @param generation of the record; 0 where there is none
   * @param damaged files that are no record any more, each with the reason, in words
   */
  record Kept(Optional<ClusterRecord> record, long generation, List<String> damaged) {
    public Kept {
      damaged = List.copyOf(damaged);
    }
  }
}
