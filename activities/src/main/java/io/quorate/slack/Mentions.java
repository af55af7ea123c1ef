package io.quorate.slack;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Approvers as Slack mentions them. A mention notifies a person who does not follow the channel;
 * the name alone does not (docs.slack.dev, formatting message text).
 *
 * @param approvers the approvers whose user in Slack is known
 */
public record Mentions(List<Person> approvers) {
  public static final Mentions OF_NOBODY = new Mentions(List.of());

  /** Most people in one mention: nobody reads more names, and a message has room for 20. */
  private static final int MOST = 20;

  public Mentions {
    approvers = List.copyOf(approvers);
  }

  /** An approver with the id of their user in Slack. */
  public record Person(String name, String userId, Set<String> groups) {
    public Person {
      groups = Set.copyOf(groups);
    }
  }

  /** Returns the mentions of an audience; empty when nobody in the audience is known in Slack. */
  String of(Audience audience) {
    return approvers.stream()
        .filter(one -> audience.group().map(one.groups()::contains).orElse(true))
        .filter(one -> audience.without().map(name -> !is(one, name)).orElse(true))
        .limit(MOST)
        .map(one -> "<@" + one.userId() + ">")
        .collect(Collectors.joining(" "));
  }

  private static boolean is(Person person, String name) {
    return person.name().equalsIgnoreCase(name.strip());
  }
}
