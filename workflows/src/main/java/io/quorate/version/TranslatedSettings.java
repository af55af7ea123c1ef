package io.quorate.version;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings of a member for the target of a hop.
 *
 * @param findings effects of the hop, by name
 * @param environment the variables for the target, all others unchanged; not to be used when the
 *     hop is refused
 */
public record TranslatedSettings(
    List<SettingFinding> findings, SortedMap<String, String> environment) {
  public TranslatedSettings {
    findings = List.copyOf(findings);
    environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
  }

  public boolean isRefused() {
    return findings.stream().anyMatch(SettingFinding.Refuse.class::isInstance);
  }
}
