package io.quorate.supervisor;

import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.SortedMap;

/**
 * File that a member is started from. Its settings have the names of etcd's variables, {@code
 * ETCD_INITIAL_CLUSTER}, however the file writes them. Changing one keeps every other byte.
 */
sealed interface SettingsFile permits EnvironmentFile, Manifest {
  String path();

  Optional<String> value(String key);

  /** All {@code ETCD_*} settings without secrets. */
  SortedMap<String, String> settings();

  /** Returns the file with these {@link #settings} in place of its own. */
  SettingsFile withSettings(SortedMap<String, String> settings);

  /** Returns the file with this value in place of the old one, or added. */
  SettingsFile with(String key, String value);

  /** The bytes of the file, each as one char (ISO 8859-1). */
  String text();

  /** The bytes of the file at this path that a script has read, each as one char. */
  static String text(Facts facts, String path) {
    String key = "environment-bytes";
    byte[] bytes = facts.bytes(key, 1, facts.first(key).orElse(""));
    if (bytes.length > 64 * 1024) {
      throw new Failure.Fault(path + " is larger than 64 KiB");
    }
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
