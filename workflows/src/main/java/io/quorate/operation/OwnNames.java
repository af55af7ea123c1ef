package io.quorate.operation;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Names in which Quorate itself asks for operations. An operation of such a name is treated in
 * another way than a person's, so no person may be called so, nor by a name that looks like one.
 */
public final class OwnNames {
  private static final Pattern LIKE_FOLLOW_UP =
      Pattern.compile("(?iU)\\s*after\\s+[-a-z0-9]{1,63}\\s*[.]\\s*[-0-9a-f]{8}\\s*");

  private static final Pattern LIKE_BACKUP = Pattern.compile("(?iU)\\s*backup\\s+schedule\\s*");

  private OwnNames() {}

  /**
   * Returns why no person can be called so, without a full stop; empty for a name that a person may
   * have.
   */
  public static Optional<String> objection(String name) {
    return whose(name)
        .map(whose -> "'" + name + "' is how " + whose + " are named; nobody else is");
  }

  private static Optional<String> whose(String name) {
    if (OperationRequest.isAlert(name)) {
      return Optional.of("alerts");
    }
    if (LIKE_FOLLOW_UP.matcher(name).matches()) {
      return Optional.of("operations that follow another one");
    }
    return LIKE_BACKUP.matcher(name).matches()
        ? Optional.of("scheduled backups")
        : Optional.empty();
  }
}
