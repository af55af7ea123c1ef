package io.quorate.supervisor;

import io.quorate.shell.Facts;
import java.util.List;

/** Other processes that may be this member, as every supervisor has to reckon with them. */
record Strangers(List<String> stating, List<String> hidden, boolean othersSeen) {
  static Strangers of(Facts facts) {
    return new Strangers(
        facts.all("other").stream().map(Strangers::inWords).toList(),
        facts.all("hidden").stream().map(Strangers::inWords).toList(),
        !facts.has("blind"));
  }

  /** Parses {@code <pid> <start time> <user> <command>} into words. */
  private static String inWords(String fact) {
    String[] parts = fact.split(" ", 4);
    return parts.length == 4 ? "pid %s of %s (%s)".formatted(parts[0], parts[2], parts[3]) : fact;
  }
}
