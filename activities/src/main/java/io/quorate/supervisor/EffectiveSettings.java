package io.quorate.supervisor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings as etcd gets them at its next start, from all the places that its supervisor reads: of
 * each variable the value that counts and where it stands. A flag has the name of the variable that
 * etcd would take for it.
 *
 * @param all by the names of etcd's variables; secrets are among them
 * @param conflicts why a start with them fails, each as a sentence with what to do
 */
public record EffectiveSettings(SortedMap<String, Setting> all, List<String> conflicts) {
  /**
   * A value and its place.
   *
   * @param place for people: {@code /etc/default/etcd line 3}, {@code Environment= of etcd.service}
   * @param origin what kind of place that is
   */
  record Setting(String value, String place, Origin origin) {}

  /** Kinds of places, as far as Quorate can change them. */
  enum Origin {
    /** The member's own environment file, or its manifest, written so that scripts read it too. */
    OWN_FILE,
    /** The own file, with escapes or over several lines. */
    OWN_FILE_ARTFULLY,
    ANOTHER_FILE,
    /** {@code Environment=} of the unit. */
    UNIT,
    FLAG
  }

  public EffectiveSettings {
    all = new TreeMap<>(all);
    conflicts = List.copyOf(conflicts);
  }

  /** Settings of a member that is started from one file. */
  static EffectiveSettings of(EnvironmentFile file) {
    Gathering gathering = new Gathering();
    gathering.addAll(file, true);
    return gathering.settings();
  }

  /** Settings of a static pod, which has flags and nothing else. */
  static EffectiveSettings of(Manifest manifest) {
    Gathering gathering = new Gathering();
    manifest
        .settings()
        .forEach(
            (key, value) ->
                gathering.all.put(
                    key,
                    new Setting(
                        value,
                        manifest.path() + manifest.line(key).map(" line %d"::formatted).orElse(""),
                        Origin.OWN_FILE)));
    return gathering.settings();
  }

  Optional<Setting> find(String variable) {
    // etcd takes a variable with no value for one that is not set.
    return Optional.ofNullable(all.get(variable)).filter(one -> !one.value().isEmpty());
  }

  /** The values of all variables, secrets too. */
  SortedMap<String, String> values() {
    return values(all);
  }

  private static SortedMap<String, String> values(SortedMap<String, Setting> all) {
    var values = new TreeMap<String, String>();
    all.forEach((key, setting) -> values.put(key, setting.value()));
    return values;
  }

  /** The {@code ETCD_*} variables without secrets. */
  public SortedMap<String, String> shown() {
    var shown = new TreeMap<String, String>();
    all.forEach(
        (key, setting) -> {
          if (EnvironmentFile.isSetting(key)) {
            shown.put(key, setting.value());
          }
        });
    return shown;
  }

  /** Settings that are being put together, in the order in which the supervisor reads them. */
  static final class Gathering {
    private final SortedMap<String, Setting> all = new TreeMap<>();
    private final List<String> conflicts = new ArrayList<>();

    void add(String variable, Setting setting) {
      all.put(variable, setting);
    }

    void conflict(String sentence) {
      conflicts.add(sentence);
    }

    void addAll(EnvironmentFile file, boolean own) {
      for (Assignment one : file.assignments()) {
        Origin origin =
            !own
                ? Origin.ANOTHER_FILE
                : one.isPlain(file.text()) ? Origin.OWN_FILE : Origin.OWN_FILE_ARTFULLY;
        all.put(one.key(), new Setting(one.value(), file.path() + " line " + one.line(), origin));
      }
    }

    Optional<Setting> there(String variable) {
      return Optional.ofNullable(all.get(variable));
    }

    SortedMap<String, String> values() {
      return EffectiveSettings.values(all);
    }

    EffectiveSettings settings() {
      return new EffectiveSettings(all, conflicts);
    }
  }
}
