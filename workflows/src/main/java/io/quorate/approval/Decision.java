package io.quorate.approval;

import java.time.Instant;
import java.util.Objects;
import java.util.Set;

/**
 * What one person said to one question.
 *
 * @param digest which plan it is about: the digest, or its first 8 or more characters
 * @param by the approver's name in the configuration, or the name a stranger gave
 * @param groups the groups this person is an approver in, at the time of the decision; empty for
 *     somebody who is no approver
 * @param reason the comment of a yes, the reason of a no; may be empty
 */
public record Decision(
    String digest, String by, Set<String> groups, Door door, Kind kind, String reason, Instant at) {
  /** Yes or no. */
  public enum Kind {
    APPROVE,
    REJECT
  }

  public Decision {
    Objects.requireNonNull(digest, "digest");
    Objects.requireNonNull(by, "by");
    Objects.requireNonNull(door, "door");
    Objects.requireNonNull(kind, "kind");
    groups = groups == null ? Set.of() : Set.copyOf(groups);
    reason = reason == null ? "" : reason;
    at = at == null ? Instant.EPOCH : at;
  }
}
