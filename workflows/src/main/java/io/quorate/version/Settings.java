package io.quorate.version;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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

  /** Translates settings for a hop; within a line nothing changes. */
  TranslatedSettings translate(Hop hop, Map<String, String> environment) {
    return hop.from().equals(hop.to())
        ? new TranslatedSettings(List.of(), new TreeMap<>(environment))
        : new SettingsTranslator(this, hop.to(), environment).translation();
  }
}
