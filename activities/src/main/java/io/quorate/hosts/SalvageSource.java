package io.quorate.hosts;

import io.quorate.cluster.Salvage.Way;
import io.quorate.datadir.Verdict;
import java.util.Optional;

/**
 * What of a member's data a snapshot can be made of (docs/etcd.md#salvage). The log is used
 * wherever etcd would start on it: the database alone lacks what was not committed to it yet.
 */
final class SalvageSource {
  private SalvageSource() {}

  /** The way to a snapshot; empty where there is none. */
  static Optional<Way> of(Verdict verdict) {
    return switch (verdict) {
      case OK, OK_REPAIR, REBUILD, REPLACES_DB -> Optional.of(Way.FORCED_COPY);
      case DB_ONLY, WAL_DAMAGED, CUT_SILENTLY, ZOMBIE, DB_TOO_OLD -> Optional.of(Way.DATABASE_FILE);
      case UNREADABLE,
          LIVE,
          EMPTY,
          WRONG_IDENTITY,
          REMOVED,
          FOREIGN_DB,
          DB_DAMAGED,
          DESTROYS,
          NEEDS_OLDER,
          NEEDS_NEWER ->
          Optional.empty();
    };
  }
}
