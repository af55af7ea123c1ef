package io.quorate.configuration;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One person who may decide.
 *
 * @param slack the person's user in Slack; empty: decides by page and command line only
 * @param groups all groups this person is in
 */
public record Approver(String name, Optional<SlackUser> slack, Set<String> groups) {
  public Approver {
    groups = Set.copyOf(groups);
  }

  /** Returns the approver as a member of one more group. */
  Approver alsoIn(String group, Optional<SlackUser> knownAs) {
    Set<String> all = new TreeSet<>(groups);
    all.add(group);
    return new Approver(name, slack.or(() -> knownAs), all);
  }
}
