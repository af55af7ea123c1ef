package io.quorate.lab.slack;

import java.util.List;

/** A person in the emulated workspace. */
public record Person(String name, String teamId, String userId) {
  public static final Person DANA = new Person("dana", "T1", "U1");
  public static final Person ROBIN = new Person("robin", "T1", "U2");

  /** A member of another workspace, in a shared channel; not an approver. */
  public static final Person STRANGER = new Person("sam", "T9", "U9");

  /** The people whom the page offers. */
  public static final List<Person> ALL = List.of(DANA, ROBIN, STRANGER);

  static Person of(String userId) {
    return ALL.stream()
        .filter(person -> person.userId().equals(userId))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("nobody here is " + userId));
  }
}
