package io.quorate.version;

import io.quorate.cluster.EtcdVersion;

/** Versions of one line, both ends included: {@code 3.5.0-3.5.2}, {@code 3.5.7+}. */
public record VersionRange(EtcdVersion first, EtcdVersion last) {
  private static final int NO_END = 9999;

  public VersionRange {
    if (!first.sameLine(last) || last.isBefore(first)) {
      throw new IllegalArgumentException(
          "from " + first + " to " + last + " there is no version of one line");
    }
  }

  /**
   * Parses {@code 3.7.0}, {@code 3.5.0-3.5.2}, {@code 3.5.7+} for the rest of the line, or {@code
   * 3.4.*} for all of it; throws {@link IllegalArgumentException} otherwise.
   */
  public static VersionRange parse(String text) {
    if (text.endsWith(".*")) {
      return from(EtcdVersion.parse(text.replace("*", "0")));
    }
    if (text.endsWith("+")) {
      return from(EtcdVersion.parse(text.substring(0, text.length() - 1)));
    }
    String[] ends = text.split("-", 2);
    return new VersionRange(EtcdVersion.parse(ends[0]), EtcdVersion.parse(ends[ends.length - 1]));
  }

  private static VersionRange from(EtcdVersion first) {
    return new VersionRange(first, new EtcdVersion(first.major(), first.minor(), NO_END));
  }

  public boolean include(EtcdVersion version) {
    return !version.isBefore(first) && !last.isBefore(version);
  }

  @Override
  public String toString() {
    if (last.patch() == NO_END) {
      return first.patch() == 0 ? first.line() + ".*" : first + "+";
    }
    return first.equals(last) ? first.toString() : first + "-" + last;
  }
}
