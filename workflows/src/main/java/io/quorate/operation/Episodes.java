package io.quorate.operation;

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
public final class Episodes {
  /** Number of episodes that are remembered; the oldest resolved ones are forgotten first. */
  private static final int MOST = 200;

  private final Map<String, Alert> byEpisode = new LinkedHashMap<>();
  private final Set<String> answered = new LinkedHashSet<>();

  public void restore(IncidentMemory memory) {
    memory.episodes().forEach(alert -> byEpisode.put(alert.episode(), alert));
    answered.addAll(memory.answered());
  }

  /** Takes an alert; returns whether it says something new. */
  public boolean take(Alert alert) {
    Alert before = byEpisode.get(alert.episode());
    if (before != null && (!before.firing() || alert.firing())) {
      return false;
    }
    byEpisode.put(alert.episode(), alert);
    forget();
    return true;
  }

  private void forget() {
    List<String> over =
        byEpisode.values().stream().filter(a -> !a.firing()).map(Alert::episode).toList();
    int tooMany = Math.max(0, byEpisode.size() - MOST);
    over.stream().limit(tooMany).forEach(byEpisode::remove);
    answered.retainAll(byEpisode.keySet());
  }

  /** Returns whether an alert fires that nobody has answered. */
  public boolean unanswered() {
    return byEpisode.values().stream()
        .anyMatch(alert -> alert.firing() && !answered.contains(alert.episode()));
  }

  /** Marks alerts as answered: people decided about the known ones, and not about later ones. */
  public void markAnswered(List<Alert> known) {
    known.forEach(alert -> answered.add(alert.episode()));
  }

  public boolean anyFiring() {
    return byEpisode.values().stream().anyMatch(Alert::firing);
  }

  /** Returns the names of the alerts that fire: {@code etcdMembersDown, etcdNoLeader}. */
  public String firing() {
    return byEpisode.values().stream()
        .filter(Alert::firing)
        .map(Alert::name)
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  public List<Alert> all() {
    return List.copyOf(byEpisode.values());
  }

  public List<String> answered() {
    return List.copyOf(answered);
  }
}
