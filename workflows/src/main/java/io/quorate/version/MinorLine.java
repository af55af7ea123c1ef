package io.quorate.version;

import io.quorate.cluster.EtcdVersion;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A minor line of etcd, such as 3.6. */
public record MinorLine(int major, int minor) implements Comparable<MinorLine> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})");
  private static final Comparator<MinorLine> ORDER =
      Comparator.comparingInt(MinorLine::major).thenComparingInt(MinorLine::minor);

  /** Parses {@code 3.6}; throws {@link IllegalArgumentException} otherwise. */
  public static MinorLine parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not a line of etcd such as 3.6");
    }
    return new MinorLine(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  public static MinorLine of(EtcdVersion version) {
    return new MinorLine(version.major(), version.minor());
  }

  @Override
  public int compareTo(MinorLine other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
