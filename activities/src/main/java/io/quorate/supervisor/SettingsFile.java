package io.quorate.supervisor;

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
}
