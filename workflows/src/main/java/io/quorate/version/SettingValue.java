package io.quorate.version;

import java.util.Set;

/** Reads values as etcd does: all spellings of true are equal, and all spellings of false. */
final class SettingValue {
  private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
  private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");

  private SettingValue() {}

  static String plain(String value) {
    if (TRUE.contains(value)) {
      return "true";
    }
    return FALSE.contains(value) ? "false" : value;
  }
}
