package io.quorate.etcd;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The minor line in the versions that etcd tells in two forms: 3.6 in its metrics, 3.6.0 elsewhere.
 */
final class VersionLine {
  private static final Pattern FORM = Pattern.compile("(\\d{1,4}\\.\\d{1,4})(\\..*)?");

  private VersionLine() {}

  /** Empty for a text that is no version, as while etcd does not know it yet. */
  static Optional<String> of(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches() ? Optional.ofNullable(matcher.group(1)) : Optional.empty();
  }
}
