package io.quorate.cluster;

import java.util.Optional;

/**
 * An alarm of etcd. An alarm counts for the whole cluster; {@code member} is the one etcd named,
 * which can be nobody (CORRUPT up to 3.5 carries id 0) and, for CORRUPT, even a good one
 * (docs/etcd.md#corrupt).
 */
public record Alarm(Kind kind, Optional<MemberId> member) {
  /** The kinds etcd knows. */
  public enum Kind {
    NOSPACE,
    CORRUPT
  }
}
