package io.quorate.watch;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.CleanText;
import io.quorate.cluster.EtcdVersion;
import io.quorate.version.SettingDefaults;
import io.quorate.version.SettingValue;
import io.quorate.workload.NextStart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Settings and version that the next start of a member would take in place of those that its
 * process has.
 *
 * @param words each change in words, the most dangerous first; a few, then how many more
 * @param dangers the changes, in words, that could cost the member its data or its cluster
 * @param roll the runbook that changes the version as the next start would; empty where that would
 *     stay in the line
 */
record SettingChanges(List<String> words, List<String> dangers, Optional<String> roll) {
  private static final int TOLD = 4;
  private static final int LONGEST_VALUE = 80;

  /** With another directory a member starts without its data, or without its log. */
  private static final Set<String> DANGEROUS =
      Set.of("ETCD_DATA_DIR", "ETCD_WAL_DIR", "ETCD_FORCE_NEW_CLUSTER");

  SettingChanges {
    words = List.copyOf(words);
    dangers = List.copyOf(dangers);
  }

  /** Returns whether the next start could cost the member its data or its cluster. */
  boolean dangerous() {
    return !dangers.isEmpty();
  }

  /**
   * Compares both starts.
   *
   * @param running the version that the member answers; empty where it does not
   */
  static SettingChanges of(NextStart start, Optional<EtcdVersion> running) {
    List<String> dangers = new ArrayList<>();
    List<String> others = new ArrayList<>();
    Optional<String> roll = Optional.empty();
    Optional<EtcdVersion> other = running.flatMap(start::versionBeside);
    if (other.isPresent()) {
      EtcdVersion next = other.get();
      EtcdVersion now = running.orElseThrow();
      roll =
          Optional.of(now.isBefore(next) ? "rolling-upgrade" : "rolling-downgrade")
              .filter(any -> !now.sameLine(next));
      if (!now.equals(next)) {
        (roll.isPresent() ? dangers : others).add("etcd %s (now %s)".formatted(next, now));
      }
    }
    SortedSet<String> names = new TreeSet<>(start.has().keySet());
    names.addAll(start.takes().keySet());
    for (String name : names) {
      Optional<String> has = Optional.ofNullable(start.has().get(name));
      Optional<String> takes = Optional.ofNullable(start.takes().get(name));
      if (!isSame(name, has, takes, running)) {
        (DANGEROUS.contains(name) ? dangers : others).add(words(name, has, takes));
      }
    }
    return new SettingChanges(few(dangers, others), dangers, roll);
  }

  private static List<String> few(List<String> dangers, List<String> others) {
    List<String> all = new ArrayList<>(dangers);
    all.addAll(others);
    int more = all.size() - TOLD;
    List<String> told = new ArrayList<>(all.subList(0, Math.min(TOLD, all.size())));
    if (more > 0) {
      told.add(Amounts.count(more, "more change"));
    }
    return told;
  }

  /** Whether etcd takes both values for the same; a path that is not absolute tells nothing. */
  private static boolean isSame(
      String name, Optional<String> has, Optional<String> takes, Optional<EtcdVersion> running) {
    if (has.isEmpty() || takes.isEmpty()) {
      return has.or(() -> takes)
          .filter(value -> SettingDefaults.isDefault(name, value, running))
          .isPresent();
    }
    String one = has.get();
    String other = takes.get();
    if (one.equals(other)) {
      return true;
    }
    if (name.endsWith("_URLS")) {
      return urls(one).equals(urls(other));
    }
    if (name.endsWith("_DIR") || name.endsWith("_FILE")) {
      return isRelative(one) || isRelative(other) || path(one).equals(path(other));
    }
    return SettingValue.plain(one).equals(SettingValue.plain(other));
  }

  private static Set<String> urls(String list) {
    return parts(list, ",").map(String::strip).collect(Collectors.toUnmodifiableSet());
  }

  private static boolean isRelative(String path) {
    return !path.startsWith("/");
  }

  private static String path(String text) {
    return parts(text, "/")
        .filter(part -> !part.isEmpty() && !part.equals("."))
        .collect(Collectors.joining("/"));
  }

  /** The parts of a long text too: a member's host may say anything. */
  private static Stream<String> parts(String text, String parting) {
    return Arrays.stream(text.split(parting, -1));
  }

  private static String words(String name, Optional<String> has, Optional<String> takes) {
    return "%s %s (now %s)".formatted(flag(name), value(takes), value(has));
  }

  private static String flag(String name) {
    return name.substring("ETCD_".length()).toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String value(Optional<String> value) {
    return value.map(text -> CleanText.line(text, LONGEST_VALUE)).orElse("not set");
  }
}
