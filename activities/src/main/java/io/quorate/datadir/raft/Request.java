package io.quorate.datadir.raft;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberId;
import java.util.List;
import java.util.Optional;

/** Request of a log entry to the state machine, without values and passwords. */
public sealed interface Request {
  /** A leader's first entry of its term: nothing is done. */
  record Nothing() implements Request {}

  /**
   * A write of keys.
   *
   * @param keys the keys as text, ranges as {@code from..to}; empty for a lease that ends, whose
   *     keys only the database knows
   */
  record KeyWrite(Verb verb, List<String> keys) implements Request {
    public KeyWrite {
      keys = List.copyOf(keys);
    }
  }

  /** How keys are written. */
  enum Verb {
    PUT,
    DELETE,
    /** Either branch; which one is taken only the database decides. */
    TRANSACTION,
    LEASE_REVOKE
  }

  /**
   * An alarm is raised or disarmed.
   *
   * @param kind empty for a kind that this reader does not know
   */
  record AlarmChanged(boolean raised, MemberId member, Optional<Alarm.Kind> kind)
      implements Request {}

  /** Authentication is switched on or off. */
  record AuthSwitched(boolean on) implements Request {}

  /** The cluster version is set. */
  record ClusterVersionSet(String version) implements Request {}

  /** A member tells its name and client URLs, as it does when it starts. */
  record AttributesPublished(MemberId member, String name, List<String> clientUrls)
      implements Request {
    public AttributesPublished {
      clientUrls = List.copyOf(clientUrls);
    }
  }

  /** A downgrade is enabled or cancelled. */
  record DowngradeSet(boolean enabled, String target) implements Request {}

  /** History before the revision is dropped. */
  record Compaction(long revision) implements Request {}

  /**
   * A request through etcd's old interface, v2 (docs/etcd.md#v2-requests).
   *
   * @param meaning what it asks of the membership; {@link Other} for anything else
   */
  record Version2(String method, String path, Request meaning) implements Request {
    /** Whether it is of the kind with which members tell of themselves up to 3.5. */
    public boolean ofMembership() {
      return !(meaning instanceof Other);
    }
  }

  /** Something else, such as a lease that is granted or a user that is added. */
  record Other(String what) implements Request {}
}
