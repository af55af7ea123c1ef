package io.quorate.configuration;

import io.quorate.approval.Electorate;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The people who may decide. Names and aliases are compared without regard to case. */
public record Approvers(List<Approver> all) {
  public static final Approvers NOBODY = new Approvers(List.of());

  public Approvers {
    all = List.copyOf(all);
  }

  static Approvers of(Collection<Approver> all) {
    return new Approvers(List.copyOf(all));
  }

  public Optional<Approver> bySlack(String team, String user) {
    SlackUser wanted = new SlackUser(team, user);
    return all.stream().filter(one -> one.slack().filter(wanted::equals).isPresent()).findFirst();
  }

  /** Returns the approver of this name or alias. */
  public Optional<Approver> byName(String name) {
    return all.stream().filter(one -> one.isCalled(name.strip())).findFirst();
  }

  public Set<String> groups() {
    Set<String> groups = new TreeSet<>();
    all.forEach(one -> groups.addAll(one.groups()));
    return groups;
  }

  /** How many people may decide: in one group, or in all. */
  public int count(Optional<String> group) {
    return in(group).size();
  }

  /** The people who may decide: in one group, or in all. */
  public List<Approver> in(Optional<String> group) {
    return all.stream()
        .filter(one -> group.isEmpty() || one.groups().contains(group.get()))
        .toList();
  }

  /** Returns the approvers as the approval policy counts them. */
  public Electorate electorate() {
    return new Electorate(all.stream().collect(Collectors.toMap(Approver::name, Approver::groups)));
  }

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

  /** A user of Slack, written {@code T1/U1}. A user id alone is not unique across teams. */
  public record SlackUser(String team, String user) {
    @Override
    public String toString() {
      return team + "/" + user;
    }
  }
}
