package io.quorate.supervisor;

import io.quorate.step.Starts.ResumeToSnapshot;
import io.quorate.version.SettingValue;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Settings of a process and of its next start, as far as they can be compared.
 *
 * @param has settings of the process
 * @param takes settings of the next start
 */
public record ComparedStarts(SortedMap<String, String> has, SortedMap<String, String> takes) {
  /** Nothing that can be compared. */
  public static final ComparedStarts NONE = new ComparedStarts(new TreeMap<>(), new TreeMap<>());

  private static final String SETTINGS_FILE = "ETCD_CONFIG_FILE";
  private static final String FORCED = "ETCD_FORCE_NEW_CLUSTER";

  /** Quorate gives this to one run, so that etcd writes a raft snapshot soon. */
  private static final Map.Entry<String, String> OF_ONE_RUN =
      Map.entry("ETCD_SNAPSHOT_COUNT", Integer.toString(ResumeToSnapshot.SNAPSHOT_COUNT));

  /**
   * The comparable settings of both. With a settings file etcd reads no other setting, so only the
   * names of such files are compared. A new cluster out of one member's data is what a next start
   * may be about to make, and never what makes the next start another one.
   */
  public static ComparedStarts of(SortedMap<String, String> has, SortedMap<String, String> takes) {
    boolean fromFile = isSet(has, SETTINGS_FILE) || isSet(takes, SETTINGS_FILE);
    Predicate<String> compared = fromFile ? SETTINGS_FILE::equals : ComparedSettings::has;
    SortedMap<String, String> next = kept(takes, compared);
    String forced = takes.getOrDefault(FORCED, "");
    if (SettingValue.isOn(forced) && !fromFile) {
      next.put(FORCED, forced);
    }
    ComparedStarts all = new ComparedStarts(kept(has, compared), next);
    Set<String> untold = new TreeSet<>(next.keySet());
    untold.removeIf(name -> isPlain(next.getOrDefault(name, "")));
    return has.entrySet().contains(OF_ONE_RUN)
        ? all.without(untold).without(Set.of(OF_ONE_RUN.getKey()))
        : all.without(untold);
  }

  /** etcd takes a variable with no value for one that is not set. */
  private static boolean isSet(SortedMap<String, String> settings, String name) {
    return !settings.getOrDefault(name, "").isEmpty();
  }

  /** Whether nobody replaces a part of the value before etcd gets it. */
  private static boolean isPlain(String value) {
    return value.indexOf('$') < 0 && value.indexOf('`') < 0;
  }

  private static SortedMap<String, String> kept(
      SortedMap<String, String> settings, Predicate<String> compared) {
    SortedMap<String, String> kept = new TreeMap<>(settings);
    kept.keySet().removeIf(name -> !compared.test(name) || !isSet(settings, name));
    return kept;
  }

  /** Both without these settings. */
  ComparedStarts without(Set<String> names) {
    return where(name -> !names.contains(name));
  }

  /** Both with the settings of these names alone. */
  public ComparedStarts where(Predicate<String> names) {
    SortedMap<String, String> own = new TreeMap<>(has);
    SortedMap<String, String> next = new TreeMap<>(takes);
    own.keySet().removeIf(names.negate());
    next.keySet().removeIf(names.negate());
    return new ComparedStarts(own, next);
  }
}
