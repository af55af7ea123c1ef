package io.quorate.etcd;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Minor line of a cluster version, which etcd writes as 3.6 in its metrics and 3.6.0 elsewhere. */
final class VersionLine {
  private static final Pattern FORM = Pattern.compile("(\\d{1,4}\\.\\d{1,4})(\\..*)?");

  private VersionLine() {}

  /**
   * Parses either form; empty for a text that is no version, which etcd writes until it has
   * negotiated one.
   */
  static Optional<String> of(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches() ? Optional.ofNullable(matcher.group(1)) : Optional.empty();
  }
}
