package io.quorate.cluster;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of an etcd binary, such as 3.6.16. */
public record EtcdVersion(int major, int minor, int patch) implements Comparable<EtcdVersion> {
  private static final Pattern FORM =
      Pattern.compile("v?(\\d{1,4})\\.(\\d{1,4})\\.(\\d{1,4})(-.*)?");
  private static final EtcdVersion LINE_3_5 = new EtcdVersion(3, 5, 0);
  private static final EtcdVersion RAISES_3_4 = new EtcdVersion(3, 4, 27);
  private static final EtcdVersion RAISES_3_5 = new EtcdVersion(3, 5, 10);
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

  /**
   * Whether a restore by the tools of this version can raise revisions: {@code --bump-revision}
   * came with 3.6.0, and with 3.4.27 and 3.5.10 (docs/etcd.md#restore).
   */
  public boolean raisesRevisions() {
    return !isBefore(isBefore(LINE_3_5) ? RAISES_3_4 : RAISES_3_5);
  }

  /**
   * Whether a database of this version tells the term of its last entry. One of 3.4 does not write
   * it, and keeps what a 3.5 wrote there before it went back (docs/etcd.md#salvage).
   */
  public boolean tellsTerm() {
    return !isBefore(LINE_3_5);
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
