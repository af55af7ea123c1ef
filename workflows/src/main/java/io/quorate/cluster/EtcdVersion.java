package io.quorate.cluster;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of an etcd binary, such as 3.6.16. */
public record EtcdVersion(int major, int minor, int patch) implements Comparable<EtcdVersion> {
  private static final Pattern FORM =
      Pattern.compile("v?(\\d{1,4})\\.(\\d{1,4})\\.(\\d{1,4})(-.*)?");
  private static final Comparator<EtcdVersion> ORDER =
      Comparator.comparingInt(EtcdVersion::major)
          .thenComparingInt(EtcdVersion::minor)
          .thenComparingInt(EtcdVersion::patch);

  /**
   * Parses {@code 3.6.16}, with or without a leading v; a pre-release suffix is dropped. Throws
   * {@link IllegalArgumentException} otherwise.
   */
  public static EtcdVersion parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not an etcd version such as 3.6.16");
    }
    return new EtcdVersion(
        Integer.parseInt(matcher.group(1)),
        Integer.parseInt(matcher.group(2)),
        Integer.parseInt(matcher.group(3)));
  }

  /** The minor line, such as {@code 3.6}. */
  public String line() {
    return major + "." + minor;
  }

  public boolean sameLine(EtcdVersion other) {
    return major == other.major && minor == other.minor;
  }

  public boolean isBefore(EtcdVersion other) {
    return compareTo(other) < 0;
  }

  @Override
  public int compareTo(EtcdVersion other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}
