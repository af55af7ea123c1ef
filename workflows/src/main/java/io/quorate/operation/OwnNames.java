package io.quorate.operation;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Names under which Quorate itself asks for operations. Quorate treats an operation under such a
 * name differently from an operation of a person. So no person may have such a name, or a name that
 * looks like such a name.
 */
public final class OwnNames {
  private static final Pattern LIKE_FOLLOW_UP =
      Pattern.compile("(?iU)\\s*after\\s+[-a-z0-9]{1,63}\\s*[.]\\s*[-0-9a-f]{8}\\s*");

  private static final Pattern LIKE_BACKUP = like(BackupNames.REQUESTER);
  private static final Pattern LIKE_REHEARSAL = like(RehearsalNames.REQUESTER);

  private OwnNames() {}

  private static Pattern like(String requester) {
    return Pattern.compile("(?iU)\\s*" + requester.replace(" ", "\\s+") + "\\s*");
  }

  /**
   * Returns why no person can have this name, without a full stop; empty where a person may have
   * the name.
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
    if (LIKE_REHEARSAL.matcher(name).matches()) {
      return Optional.of("scheduled rehearsals");
    }
    return LIKE_BACKUP.matcher(name).matches()
        ? Optional.of("scheduled backups")
        : Optional.empty();
  }
}
