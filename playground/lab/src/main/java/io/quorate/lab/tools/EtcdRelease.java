package io.quorate.lab.tools;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A minor of etcd, and the patch of it that the playground and the tests use.
 *
 * <p>3.4.23 is the patch that Debian has: 3.4 is not published as a Go module.
 */
public record EtcdRelease(String minor, String pinned) {

  private static final Pattern VERSION = Pattern.compile("(\\d+\\.\\d+)(\\.\\d+)?");

  /** Returns all known minors, oldest first. */
  public static List<EtcdRelease> known() {
    return List.of(
        new EtcdRelease("3.4", "3.4.23"),
        new EtcdRelease("3.5", "3.5.35"),
        new EtcdRelease("3.6", "3.6.16"),
        new EtcdRelease("3.7", "3.7.3"));
  }

  static String versionFor(String wanted) {
    var version = VERSION.matcher(wanted);
    if (version.matches()) {
      for (EtcdRelease release : known()) {
        if (release.minor.equals(version.group(1))) {
          return version.group(2) == null ? release.pinned : wanted;
        }
      }
    }
    throw new IllegalArgumentException(
        "etcd " + wanted + " is not known here: take " + list() + ", or an exact version of these");
  }

  private static String list() {
    return known().stream()
        .map(release -> release.minor + " (" + release.pinned + ")")
        .collect(Collectors.joining(", "));
  }
}
