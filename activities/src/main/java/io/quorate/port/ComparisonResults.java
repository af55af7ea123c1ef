package io.quorate.port;

import io.quorate.cluster.ClusterKey;
import io.quorate.record.LastComparison;
import java.util.Optional;

/**
 * Results of the last comparison of each cluster's data, kept outside of etcd and of operations.
 * From a result every look can tell how long ago the comparison was and whether data differed.
 */
public interface ComparisonResults {
  /** The last result; empty when none is kept. Throws a {@link Failure} when it cannot be read. */
  Optional<LastComparison> last(ClusterKey cluster);

  /**
   * Claims the comparison of a cluster, so that two workers do not hash at one time; empty while
   * another one has it. A process that ends has none any more. Throws a {@link Failure} where
   * nobody can tell.
   */
  Optional<Claim> claim(ClusterKey cluster);

  /** Right of one comparison to run, until the claim is closed. */
  interface Claim extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Keeps a result in place of an earlier one. Never fails: a comparison is as good where its
   * result cannot be written; the next process just does not know of it.
   */
  void keep(ClusterKey cluster, LastComparison result);
}
