package io.quorate.command;

import io.quorate.operation.OwnNames;
import io.quorate.operation.RequesterKind;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Person who runs a verb.
 *
 * @param login whether the operating system names this one person; a name that was typed, or that a
 *     shared account passes on, proves nothing
 */
record Person(String name, boolean login) {
  /** Names that stand for whoever became them; Java says {@code ?} of a user without a name. */
  private static final Set<String> ANYBODY = Set.of("root", "?");

  /**
   * Tells who runs the verb: the name that was typed, else the one who called {@code sudo}, else
   * the user of this process.
   *
   * @param user of this process, as the operating system names it
   */
  static Person of(Optional<String> typed, String user, Map<String, String> environment) {
    Optional<String> behind =
        Optional.of(environment.getOrDefault("SUDO_USER", "").strip()).filter(n -> !n.isEmpty());
    String name = typed.or(() -> behind).orElse(user).strip();
    if (name.isEmpty()) {
      throw VerbFailure.wrongUsage("who is asking is not known; say it with --as NAME");
    }
    boolean login = typed.isEmpty() && behind.isEmpty() && !ANYBODY.contains(name);
    return new Person(name, login);
  }

  /** Refuses a name that no person can have, such as the name of an alert. */
  Person real() {
    Optional<String> objection = OwnNames.objection(name);
    if (objection.isPresent()) {
      throw VerbFailure.wrongUsage(objection.get() + ". Say who you are: --as NAME");
    }
    return this;
  }

  /** How the person is known. */
  RequesterKind kind() {
    return login ? RequesterKind.PERSON : RequesterKind.UNVERIFIED;
  }
}
