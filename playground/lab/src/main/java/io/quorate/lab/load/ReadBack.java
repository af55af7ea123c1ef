package io.quorate.lab.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads every key back through every member, linearizably. */
public final class ReadBack {
  private static final int PAGE = 2_000;
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private ReadBack() {}

  /**
   * What is not there.
   *
   * @param lost acknowledged, and missing through at least one of the members that answered
   * @param unread why it could not be read through the others
   */
  public record Missing(Set<String> lost, List<String> unread) {}

  /** Asks all these members; when none of them answers, nothing is there. */
  public static Missing through(List<URI> voters, List<String> acknowledged)
      throws InterruptedException {
    Set<String> lost = new TreeSet<>();
    List<String> unread = new ArrayList<>();
    try (HttpClient http = Kv.client()) {
      for (URI voter : voters) {
        try {
          Set<String> there = keys(new Kv(voter, http));
          acknowledged.stream().filter(key -> !there.contains(key)).forEach(lost::add);
        } catch (IOException silent) {
          unread.add("the writes could not be read back: " + silent.getMessage());
        }
      }
    }
    if (unread.size() == voters.size()) {
      lost.addAll(acknowledged);
    }
    return new Missing(lost, unread);
  }

  private static Set<String> keys(Kv member) throws IOException, InterruptedException {
    // The slash after the last one of the prefix, so that the range is all keys below it.
    String end = WritingClient.PREFIX.replaceAll("/$", "0");
    Set<String> keys = new HashSet<>();
    Optional<String> from = Optional.of(WritingClient.PREFIX);
    while (from.isPresent()) {
      Kv.Page page = member.keys(from.get(), end, PAGE, LIMIT);
      keys.addAll(page.keys());
      from = page.next();
    }
    return keys;
  }
}
