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

/** A linearizable read of every key through every member. */
public final class ReadBack {
  private static final int PAGE = 2_000;
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private ReadBack() {}

  /**
   * Keys that a read did not find.
   *
   * @param lost acknowledged keys that at least one answering member does not have
   * @param unread one sentence for each member through which the keys could not be read
   */
  public record Missing(Set<String> lost, List<String> unread) {}

  /** Reads as nobody. */
  public static Missing through(List<URI> voters, List<String> acknowledged)
      throws InterruptedException {
    return through(voters, Optional.empty(), acknowledged);
  }

  /**
   * Reads all keys below the client's prefix through every voter. When no voter answers, all
   * acknowledged keys count as lost.
   */
  public static Missing through(List<URI> voters, Optional<Login> login, List<String> acknowledged)
      throws InterruptedException {
    Set<String> lost = new TreeSet<>();
    List<String> unread = new ArrayList<>();
    try (HttpClient http = Kv.client()) {
      for (URI voter : voters) {
        try {
          Set<String> there = keys(new Kv(voter, http, login));
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
    // The key range ends before "0", the character after the slash that ends the prefix.
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
