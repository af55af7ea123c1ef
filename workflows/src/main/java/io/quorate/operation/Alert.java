package io.quorate.operation;

import java.time.Instant;

/**
 * One alert as Alertmanager sends it, again and again. Fingerprint and start tell one firing
 * episode from the next; the order of arrival does not (docs/operations.md#alerts).
 *
 * @param name {@code etcdMembersDown}
 * @param firing false once the alert is resolved
 */
public record Alert(String name, String fingerprint, Instant startsAt, boolean firing) {
  public Alert {
    name = Missing.orElse(name, "unnamed");
    fingerprint = Missing.orElse(fingerprint, name);
    startsAt = Missing.orElse(startsAt, Instant.EPOCH);
  }

  /** Returns the firing episode that this alert belongs to. */
  public String episode() {
    return fingerprint + "@" + startsAt;
  }
}
