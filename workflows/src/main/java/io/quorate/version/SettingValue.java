package io.quorate.version;

import java.util.Set;

/**
 * Reads values as etcd does, by Go's {@code strconv.ParseBool}: all spellings of true are equal,
 * and all spellings of false.
 */
public final class SettingValue {
  private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
  private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");

  private SettingValue() {}

  /**
   * Whether a setting is on. Empty is off, because etcd skips a variable without a value. What etcd
   * cannot read counts as on: whoever asks wants to be sure that it is off.
   */
  public static boolean isOn(String value) {
    return !value.isEmpty() && !plain(value).equals("false");
  }

  /** The value; {@code true} and {@code false} for all spellings of them. */
  public static String plain(String value) {
    if (TRUE.contains(value)) {
      return "true";
    }
    return FALSE.contains(value) ? "false" : value;
  }
}
