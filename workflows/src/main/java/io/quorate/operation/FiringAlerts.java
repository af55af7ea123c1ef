package io.quorate.operation;

import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Alerts of one incident, one for each firing episode. The order in which alerts arrive says
 * nothing about time: a resolved episode stays resolved, whatever is sent again.
 */
public final class FiringAlerts {
  /** Number of episodes that are remembered. */
  private static final int MOST = 200;

  /** Longest list of names, in characters: titles and requesters are made of it. */
  private static final int LONGEST_LIST = 300;

  private final Map<String, Alert> byEpisode = new LinkedHashMap<>();
  private final Set<String> answered = new LinkedHashSet<>();

  public void restore(IncidentMemory memory) {
    memory.episodes().forEach(alert -> byEpisode.put(alert.episode(), alert));
    answered.addAll(memory.answered());
  }

  /** Takes an alert; returns whether it says something new. */
  public boolean take(Alert alert) {
    Alert before = byEpisode.get(alert.episode());
    if (!alert.firing() && alert.hasUrgency() && (before == null || before.isUntold())) {
      // The end of a finding that was silenced: an incident that never heard of it leaves it out.
      byEpisode.computeIfPresent(alert.episode(), (episode, untold) -> alert);
      return false;
    }
    if (before != null && alert.isLaterWordThan(before)) {
      byEpisode.put(alert.episode(), alert);
      return !before.firing() || alert.saysMoreThan(before);
    }
    if (before != null && (!before.firing() || alert.firing())) {
      return false;
    }
    byEpisode.put(alert.episode(), alert);
    forget(alert);
    return true;
  }

  /**
   * Returns the findings that keep the incident open although its cluster works, the urgent first.
   */
  public List<Alert.Standing> standing(Instant now) {
    return byEpisode.values().stream()
        .filter(Alert::firing)
        .flatMap(alert -> alert.standing().stream())
        .filter(finding -> now.isBefore(finding.until()))
        .sorted(Comparator.comparing(Alert.Standing::isUrgent).reversed())
        .toList();
  }

  /** Returns whether an alert says how urgent its finding is, as those of earlier builds do not. */
  public boolean knowUrgency() {
    return byEpisode.values().stream().anyMatch(Alert::hasUrgency);
  }

  /**
   * Returns whether every alert was a finding that no look at the cluster shows, and that no
   * comparison of data shows either.
   */
  public boolean areAllStanding() {
    return !byEpisode.isEmpty()
        && byEpisode.values().stream().allMatch(alert -> alert.standing().isPresent());
  }

  /**
   * Forgets the episodes beyond the limit, never the newest: resolved ones first, then unanswered
   * ones, then answered ones, each the oldest first. An unanswered one that is forgotten changes
   * nothing, because the newest asks for the same; an answered one that is sent again asks people
   * once more.
   */
  private void forget(Alert newest) {
    int tooMany = byEpisode.size() - MOST;
    if (tooMany > 0) {
      List<String> oldest =
          byEpisode.values().stream()
              .filter(alert -> !alert.equals(newest))
              .sorted(Comparator.comparingInt(this::worth))
              .map(Alert::episode)
              .toList();
      oldest.stream().limit(tooMany).forEach(byEpisode::remove);
    }
    answered.retainAll(byEpisode.keySet());
  }

  private int worth(Alert alert) {
    if (!alert.firing()) {
      return 0;
    }
    return answered.contains(alert.episode()) ? 2 : 1;
  }

  /**
   * Returns whether an alert fires that nobody has answered. Once the list is full, an alert with
   * the name of an answered one counts as answered: a flood of equal alerts, each with labels of
   * its own, must not ask people about each.
   */
  public boolean unanswered() {
    Set<String> known = byEpisode.size() < MOST ? Set.of() : namesOfAnswered();
    return byEpisode.values().stream()
        .filter(alert -> alert.firing() && !answered.contains(alert.episode()))
        .anyMatch(alert -> !known.contains(alert.name()));
  }

  private Set<String> namesOfAnswered() {
    return byEpisode.values().stream()
        .filter(alert -> alert.firing() && answered.contains(alert.episode()))
        .map(Alert::name)
        .collect(Collectors.toSet());
  }

  /** Marks alerts as answered: people decided about the known ones, and not about later ones. */
  public void markAnswered(List<Alert> known) {
    known.forEach(alert -> answered.add(alert.episode()));
  }

  /** Forgets that people have answered: the trouble has become another one since. */
  public void forgetAnswers() {
    answered.clear();
  }

  public boolean anyFiring() {
    return byEpisode.values().stream().anyMatch(Alert::firing);
  }

  /**
   * Returns the names of the alerts that fire: {@code etcdMembersDown, etcdNoLeader}; names beyond
   * 300 characters are counted: {@code etcdMembersDown and 3 more}. Where none fires any more, all
   * that fired are named.
   */
  public String firing() {
    boolean any = anyFiring();
    List<String> names =
        byEpisode.values().stream()
            .filter(alert -> alert.firing() || !any)
            .map(Alert::name)
            .distinct()
            .sorted()
            .toList();
    int shown = 0;
    int length = 0;
    while (shown < names.size() && length + names.get(shown).length() <= LONGEST_LIST) {
      length += names.get(shown).length() + 2;
      shown++;
    }
    String list = String.join(", ", names.subList(0, shown));
    return shown == names.size() ? list : list + " and " + (names.size() - shown) + " more";
  }

  public List<Alert> all() {
    return List.copyOf(byEpisode.values());
  }

  public List<String> answered() {
    return List.copyOf(answered);
  }
}
