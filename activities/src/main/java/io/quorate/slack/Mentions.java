package io.quorate.slack;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Approvers as Slack mentions them. A mention notifies a person who does not follow the channel;
 * the name alone does not (docs.slack.dev, formatting message text).
 *
 * @param approvers the approvers whose user in Slack is known
 * @param userGroups the id of the user group in Slack that is mentioned in place of a group's
 *     approvers, by the name of the group
 * @param steering the group that steers operations; empty: all approvers
 */
public record Mentions(
    List<Person> approvers, Map<String, String> userGroups, Optional<String> steering) {
  public static final Mentions OF_NOBODY = new Mentions(List.of());

  /** Most people in one mention: nobody reads more names, and a message has room for 20. */
  private static final int MOST = 20;

  public Mentions {
    approvers = List.copyOf(approvers);
    userGroups = Map.copyOf(userGroups);
  }

  /** Creates mentions of people by name. */
  public Mentions(List<Person> approvers) {
    this(approvers, Map.of());
  }

  /** Creates mentions where all approvers steer operations. */
  public Mentions(List<Person> approvers, Map<String, String> userGroups) {
    this(approvers, userGroups, Optional.empty());
  }

  /** An approver with the id of their user in Slack. */
  public record Person(String name, String userId, Set<String> groups) {
    public Person {
      groups = Set.copyOf(groups);
    }
  }

  /**
   * Returns the mentions of an audience; empty when nobody in the audience is known in Slack.
   *
   * @param usable whether Slack notifies anybody of a mention of this user group
   */
  String of(Audience audience, Predicate<String> usable) {
    Set<String> mentions = new LinkedHashSet<>(of(groups(audience), audience, usable));
    audience.also().ifPresent(group -> mentions.addAll(of(Set.of(group), audience, usable)));
    return String.join(" ", mentions);
  }

  /** Returns whether a mention of all approvers mentions everybody of this audience. */
  boolean areAmongAll(Audience audience, Predicate<String> usable) {
    String mention = of(audience, usable);
    return mention.isEmpty()
        || Set.of(of(Audience.APPROVERS, usable).split(" "))
            .containsAll(List.of(mention.split(" ")));
  }

  /** Returns the user groups that an audience would be mentioned by. */
  Collection<String> userGroupsOf(Audience audience) {
    Set<String> groups = new TreeSet<>(groups(audience));
    audience.also().ifPresent(groups::add);
    return groups.stream().map(userGroups::get).filter(id -> id != null).toList();
  }

  /** Returns one group, or all groups in the order of their names. */
  private Set<String> groups(Audience audience) {
    return (audience.steers() ? steering : audience.group())
        .<Set<String>>map(Set::of)
        .orElseGet(
            () -> {
              Set<String> all = new TreeSet<>();
              approvers.forEach(one -> all.addAll(one.groups()));
              return all;
            });
  }

  private List<String> of(Set<String> groups, Audience audience, Predicate<String> usable) {
    Set<String> byName = new TreeSet<>(groups);
    List<String> mentions = new ArrayList<>();
    for (String group : groups) {
      String id = userGroups.get(group);
      if (id != null && usable.test(id)) {
        mentions.add("<!subteam^" + id + ">");
        byName.remove(group);
      }
    }
    approvers.stream()
        .filter(one -> one.groups().stream().anyMatch(byName::contains))
        .filter(one -> audience.without().stream().noneMatch(name -> is(one, name)))
        .limit(MOST)
        .map(one -> "<@" + one.userId() + ">")
        .forEach(mentions::add);
    return mentions;
  }

  private static boolean is(Person person, String name) {
    return person.name().equalsIgnoreCase(name.strip());
  }
}
