package io.quorate.head;

import io.quorate.operation.Taken;
import io.quorate.operation.UtcTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * People whom a matter has reached: the person who took the matter, and the next reminder.
 *
 * @param onIt name of the person who took the matter; empty where nobody did
 * @param since when that person took it
 * @param nextReminder when people are mentioned again; empty where they are not
 */
public record Reach(
    Optional<String> onIt, Optional<Instant> since, Optional<Instant> nextReminder) {
  /** Returns the reach of a matter that is taken; empty once the take counts no more. */
  public static Optional<Reach> of(Optional<Taken> taken, Instant now) {
    return taken
        .filter(by -> now.isBefore(by.until()))
        .map(by -> new Reach(Optional.of(by.by()), Optional.of(by.at()), Optional.empty()));
  }

  /** Returns the sentences about it: {@code dana is on it since 03:05. Next reminder 03:19.} */
  public String sentence(Instant now) {
    List<String> sentences = new ArrayList<>();
    onIt.ifPresent(
        who ->
            sentences.add(
                who
                    + " is on it"
                    + since.map(at -> " since " + UtcTime.minutes(at, now)).orElse("")
                    + "."));
    nextReminder.ifPresent(at -> sentences.add("Next reminder " + UtcTime.minutes(at, now) + "."));
    return String.join(" ", sentences);
  }
}
