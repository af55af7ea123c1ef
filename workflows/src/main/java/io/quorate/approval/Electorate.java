package io.quorate.approval;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * People of an installation who may approve.
 *
 * @param groups the groups of each approver, by the approver's name
 */
public record Electorate(Map<String, Set<String>> groups) {
  public Electorate {
    groups = Map.copyOf(groups);
  }

  /** Returns whether an approver has this name; letter case and spaces around it do not matter. */
  public boolean knows(String name) {
    return groups.keySet().stream().anyMatch(known -> same(known, name));
  }

  /**
   * Returns why too few people can approve, and what can be done; empty where enough can.
   *
   * @param needed how many approvals of whom
   * @param requester who asked, and so does not approve unless the requirement lets them
   */
  Optional<String> shortage(Requirement needed, String requester) {
    List<String> able = able(needed.group());
    boolean asks = !needed.requesterCounts() && able.removeIf(name -> same(name, requester));
    int wanted = needed.approvals();
    if (able.size() >= wanted) {
      return Optional.empty();
    }
    String of = needed.group().map(group -> " of " + group).orElse("");
    String which = needed.group().map(group -> "." + group).orElse("");
    String can =
        (wanted == 1 ? "1 approval" + of + " is" : wanted + " approvals" + of + " are")
            + " needed, and "
            + givers(able)
            + (asks ? ", because " + requester + " asked. " : ". ");
    boolean anotherHelps = asks && able.size() + 1 >= wanted;
    return Optional.of(
        can
            + (anotherHelps ? "Let " + others(needed) + " or the alert ask. Or name" : "Name")
            + " more people in approval.approvers"
            + which
            + " of quorate.yml, and restart the worker and the gateway.");
  }

  /** Returns who can ask without taking a vote away: approvers of other groups, or no approver. */
  private String others(Requirement needed) {
    List<String> outside = new ArrayList<>(new TreeMap<>(groups).keySet());
    outside.removeAll(able(needed.group()));
    return (outside.isEmpty() ? "" : String.join(", ", outside) + ", ")
        + "somebody who is no approver"
        + needed.group().map(group -> " of " + group).orElse("");
  }

  private List<String> able(Optional<String> group) {
    List<String> able = new ArrayList<>();
    new TreeMap<>(groups)
        .forEach(
            (name, in) -> {
              if (group.isEmpty() || in.contains(group.get())) {
                able.add(name);
              }
            });
    return able;
  }

  private static String givers(List<String> able) {
    return switch (able.size()) {
      case 0 -> "nobody can give one";
      case 1 -> "only " + able.get(0) + " can give one";
      default -> "only " + String.join(", ", able) + " can give them";
    };
  }

  /**
   * Returns whether two names mean one person. Names are compared case-insensitively, because
   * people type them.
   */
  public static boolean same(String one, String other) {
    return one.strip().equalsIgnoreCase(other.strip());
  }
}
