package io.quorate.version;

import java.util.List;

/**
 * Settings that change from line to line. All lines read other settings alike.
 *
 * @param featuresSince the first line that reads {@code ETCD_FEATURE_GATES}
 * @param rules the first that fits counts
 */
public record Settings(
    MinorLine featuresSince, List<RenamedSetting> renamed, List<SettingRule> rules) {
  public Settings {
    renamed = List.copyOf(renamed);
    rules = List.copyOf(rules);
  }
}
