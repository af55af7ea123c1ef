package io.quorate.configuration;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One person who may decide.
 *
 * @param slack the person's user in Slack; empty: decides by page and command line only
 * @param aliases other names of this person, such as the login name on the worker's machine
 * @param groups all groups this person is in
 */
public record Approver(
    String name, Optional<SlackUser> slack, Set<String> aliases, Set<String> groups) {
  public Approver {
    // In the order of the file, so that two runs say the same of it.
    aliases = Collections.unmodifiableSet(new LinkedHashSet<>(aliases));
    groups = Set.copyOf(groups);
  }

  /** Returns the approver of two entries of one person. */
  Approver with(Approver other) {
    return new Approver(
        name, slack.or(other::slack), both(aliases, other.aliases), both(groups, other.groups));
  }

  /** Returns all that this person is called. */
  public Set<String> names() {
    return both(Set.of(name), aliases);
  }

  /** Returns whether this is a name of this person; letter case does not matter. */
  boolean isCalled(String typed) {
    return name.equalsIgnoreCase(typed) || aliases.stream().anyMatch(typed::equalsIgnoreCase);
  }

  private static Set<String> both(Set<String> some, Set<String> others) {
    Set<String> all = new TreeSet<>(some);
    all.addAll(others);
    return all;
  }
}
