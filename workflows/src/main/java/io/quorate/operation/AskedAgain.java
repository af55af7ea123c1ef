package io.quorate.operation;

import io.quorate.approval.Door;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Wish of a person that an incident asks again, in its own name, for what mends its trouble.
 *
 * @param by who wishes it, as people read the name: {@code dana (unverified)} where it was typed
 * @param door words of the door through which the wish came; empty where that is not known
 * @param reason empty where none was given, and in wishes of releases that did not ask for one
 */
public record AskedAgain(String by, String door, Instant at, Optional<String> reason) {

  /** Returns the wish at the time at which its incident heard it. */
  public AskedAgain heard(Instant now) {
    return new AskedAgain(by, door, now, reason);
  }

  /** Returns that the person is on it, as after every verb. */
  public Taken taken() {
    return new Taken(by, door, at);
  }

  /** Returns the door; empty where it is not known. */
  public Optional<Door> through() {
    return Stream.of(Door.values()).filter(one -> one.words().equals(door)).findFirst();
  }
}
