package io.quorate.port;

import io.quorate.cluster.ClusterKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Reports of incidents, kept beside the snapshots of each cluster: Temporal forgets histories, and
 * may be lost with its database. All methods throw a {@link Failure} where the place cannot be read
 * or written.
 */
public interface KeptReports {
  /**
   * Name of one report.
   *
   * @param id {@code <cluster>.<8 hexadecimal digits>}, of the incident, or of an operation without
   *     one
   * @param openedAt when it began; the name has whole seconds
   */
  record Name(String id, Instant openedAt) {}

  /** Returns the reports of a cluster, the newest first. */
  List<Name> list(ClusterKey cluster);

  /** Returns the content of a report as it was kept; empty where there is none. */
  Optional<String> read(ClusterKey cluster, Name name);

  /**
   * Keeps a report in place of an earlier one of its name.
   *
   * @param json what {@link #read} returns
   * @param markdown the same for people, in a file of its own
   */
  void keep(ClusterKey cluster, Name name, String json, String markdown);
}
