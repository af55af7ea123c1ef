package io.quorate.version;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Feature gates, which etcd reads from one variable: {@code InitialCorruptCheck=true,...}. */
public final class Features {
  /** Prefix of every variable that etcd reads. */
  static final String PREFIX = "ETCD_";

  static final String VARIABLE = PREFIX + "FEATURE_GATES";

  private Features() {}

  /** Whether a setting is a feature rather than a variable of its own. */
  static boolean isFeature(String name) {
    return !name.startsWith(PREFIX);
  }

  /**
   * Reads features by name; throws {@link IllegalArgumentException} where etcd would not read the
   * list.
   */
  static Map<String, String> read(String list) {
    Map<String, String> features = new TreeMap<>();
    for (String one : list.split(",")) {
      if (one.isEmpty()) {
        continue;
      }
      String[] parts = one.split("=", 2);
      String value = parts.length == 2 ? SettingValue.plain(parts[1].strip()) : "";
      if (!value.equals("true") && !value.equals("false")) {
        throw new IllegalArgumentException("'" + one + "' is no feature with true or false");
      }
      features.put(parts[0].strip(), value);
    }
    return features;
  }

  /**
   * The first feature that these settings switch and that a member reports otherwise; empty where
   * there is none. A feature that the member does not report is ignored (docs/etcd.md#settings).
   *
   * @param environment the variables of its environment file
   * @param told the features in force, from the member's metrics
   */
  public static Optional<String> notInForce(
      Map<String, String> environment, Map<String, Boolean> told) {
    return read(environment.getOrDefault(VARIABLE, "")).entrySet().stream()
        .filter(
            wanted ->
                Optional.ofNullable(told.get(wanted.getKey()))
                    .filter(on -> on != Boolean.parseBoolean(wanted.getValue()))
                    .isPresent())
        .map(wanted -> wanted.getKey() + "=" + wanted.getValue())
        .findFirst();
  }

  /** Joins the variables that are features into the one variable for features. */
  static SortedMap<String, String> written(Map<String, String> values) {
    SortedMap<String, String> environment = new TreeMap<>(values);
    environment.keySet().removeIf(Features::isFeature);
    String list =
        values.entrySet().stream()
            .filter(entry -> isFeature(entry.getKey()))
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(","));
    if (!list.isEmpty()) {
      environment.put(VARIABLE, list);
    }
    return environment;
  }
}
