package io.quorate.configuration;

import io.quorate.approval.Electorate;
import java.util.Collection;
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

  /** The same people, as the policy counts them. */
  public Electorate electorate() {
    return new Electorate(all.stream().collect(Collectors.toMap(Approver::name, Approver::groups)));
  }
}
