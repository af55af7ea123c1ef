package io.quorate.volume;

import io.quorate.cluster.MemberId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name of a directory that is set aside: {@code <dir>.aside-<operation>-<old member id>}, with
 * {@code unlisted} in place of an id that no membership listed. An operation's id may have hyphens;
 * a member's id has none.
 */
record AsideName(Optional<String> operation, Optional<MemberId> was) {
  private static final String UNLISTED = "unlisted";
  private static final String OPERATION = "[A-Za-z0-9._-]{1,100}";
  private static final Pattern FORM =
      Pattern.compile(".*\\.aside-(" + OPERATION + ")-([0-9a-f]{1,16}|" + UNLISTED + ")");

  /** Appended to the name of a directory that this operation sets aside. */
  static String suffix(String operation, MemberId was) {
    return ".aside-"
        + OperationName.plain(operation)
        + "-"
        + (was.value() == 0 ? UNLISTED : was.toString());
  }

  /** Parses the name of a directory; both parts are empty for one that a person gave. */
  static AsideName of(String path) {
    Matcher form = FORM.matcher(path.substring(path.lastIndexOf('/') + 1));
    return form.matches()
        ? new AsideName(
            Optional.of(form.group(1)),
            Optional.of(form.group(2)).filter(id -> !id.equals(UNLISTED)).map(MemberId::parse))
        : new AsideName(Optional.empty(), Optional.empty());
  }
}
