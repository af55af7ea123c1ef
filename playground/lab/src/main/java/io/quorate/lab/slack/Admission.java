package io.quorate.lab.slack;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Rights of the app in the emulated workspace, and the people whom an administrator deactivated or
 * made guests. A new workspace has the app in its channel, with every scope, and members alone.
 */
public final class Admission {
  private final Set<Person> deactivated = ConcurrentHashMap.newKeySet();
  private final Set<Person> guests = ConcurrentHashMap.newKeySet();
  private volatile Set<String> scopes =
      Set.of(
          "chat:write",
          "files:write",
          "channels:read",
          "groups:read",
          "channels:history",
          "groups:history",
          "users:read",
          "usergroups:read");
  private volatile boolean member = true;
  private volatile boolean archived;

  /** Leaves the app with these scopes alone. */
  public void hasScopes(String... left) {
    scopes = Set.of(left);
  }

  /** Removes the app from the channel. */
  public void leavesTheChannel() {
    member = false;
  }

  /** Archives the channel. */
  public void archivesTheChannel() {
    archived = true;
  }

  /** Deactivates a person. */
  public void deactivates(Person person) {
    deactivated.add(person);
  }

  /** Makes a person a guest of the workspace. */
  public void makesAGuest(Person person) {
    guests.add(person);
  }

  boolean isGuest(Person person) {
    return guests.contains(person);
  }

  Set<String> scopes() {
    return scopes;
  }

  boolean isMember() {
    return member;
  }

  boolean isArchived() {
    return archived;
  }

  boolean isDeactivated(Person person) {
    return deactivated.contains(person);
  }
}
