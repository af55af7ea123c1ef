package io.quorate.operation;

import io.quorate.cluster.CleanText;
import io.quorate.cluster.Sha256;
import java.time.Instant;

/**
 * One alert as Alertmanager sends it, again and again. Fingerprint and start tell one firing
 * episode from the next; the order of arrival does not (docs/operations.md#alerts).
 *
 * <p>Name and fingerprint come from outside and are kept in histories: both are clean and bounded.
 *
 * @param name {@code etcdMembersDown}, on one line of at most 200 characters
 * @param fingerprint at most 64 characters; the SHA-256 of a longer one in its place
 * @param firing false once the alert is resolved
 */
public record Alert(String name, String fingerprint, Instant startsAt, boolean firing) {
  private static final int LONGEST_NAME = 200;

  /** Characters of a SHA-256 in hexadecimal; fingerprints of Alertmanager have 16. */
  private static final int LONGEST_FINGERPRINT = 64;

  public Alert {
    name = CleanText.line(name, LONGEST_NAME);
    fingerprint = bounded(fingerprint);
  }

  /** Returns the firing episode that this alert belongs to. */
  public String episode() {
    return fingerprint + "@" + startsAt;
  }

  private static String bounded(String fingerprint) {
    return fingerprint.length() <= LONGEST_FINGERPRINT
        ? CleanText.line(fingerprint)
        : Sha256.of(fingerprint);
  }
}
