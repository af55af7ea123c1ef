package io.quorate.playground.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
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

  /** The keys that were acknowledged and are missing through at least one of these members. */
  public static Set<String> lost(List<String> acknowledged, List<URI> voters)
      throws IOException, InterruptedException {
    Set<String> lost = new TreeSet<>();
    try (HttpClient http = Kv.client()) {
      for (URI voter : voters) {
        Set<String> there = keys(new Kv(voter, http));
        acknowledged.stream().filter(key -> !there.contains(key)).forEach(lost::add);
      }
    }
    return lost;
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
