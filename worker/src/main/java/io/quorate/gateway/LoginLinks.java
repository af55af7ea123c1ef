package io.quorate.gateway;

import io.quorate.configuration.Approvers.SlackUser;
import io.quorate.token.Token;
import io.quorate.token.TokenHash;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Links from Slack to the page, for one person each. A link logs its person in once, within 5
 * minutes; a newer link of the same person ends it, and so does the end of the process. The word of
 * a link stands behind the {@code #}, which a browser sends to no server: who only fetches the
 * link, as Slack's crawler does, gets the empty page.
 */
public final class LoginLinks {
  /** How long a link is good. */
  public static final Duration GOOD_FOR = Duration.ofMinutes(5);

  private record Link(SlackUser account, Instant until) {}

  private final Optional<URI> page;
  private final boolean logsIn;
  private final InstantSource clock;

  /** Links by the hash of their word, so that the time of a search tells nothing about a word. */
  private final Map<TokenHash, Link> links = new LinkedHashMap<>();

  /**
   * Creates the links of a gateway.
   *
   * @param page URL of the page; empty: not known, and there are no links
   * @param logsIn whether people have to log in; else a link is the address of the page
   */
  public LoginLinks(Optional<URI> page, boolean logsIn, InstantSource clock) {
    this.page = page;
    this.logsIn = logsIn;
    this.clock = clock;
  }

  /** Returns the sentence with a new link to the operation, for this person alone. */
  public String to(SlackUser account, String operation) {
    return page.map(url -> sentence(root(url), account, encoded(operation)))
        .orElse("The address of the page is not known here: gateway.publicUrl is not configured.");
  }

  private String sentence(String root, SlackUser account, String operation) {
    return logsIn
        ? "This link is for you alone: it logs you in once, within "
            + GOOD_FOR.toMinutes()
            + " min, for 1 h. "
            + root
            + "login/"
            + word(account)
            + "/"
            + operation
        : "The page: " + root + operation;
  }

  private synchronized String word(SlackUser account) {
    Instant now = clock.instant();
    links.values().removeIf(link -> link.account().equals(account) || !now.isBefore(link.until()));
    String word = Token.random();
    links.put(TokenHash.of(word), new Link(account, now.plus(GOOD_FOR)));
    return word;
  }

  /** Returns whom the link of this word logs in, and ends the link. */
  public synchronized Optional<SlackUser> redeem(String word) {
    return Optional.ofNullable(links.remove(TokenHash.of(word)))
        .filter(link -> clock.instant().isBefore(link.until()))
        .map(Link::account);
  }

  private static String root(URI url) {
    String text = url.toString();
    return (text.endsWith("/") ? text : text + "/") + "#";
  }

  private static String encoded(String operation) {
    return URLEncoder.encode(operation, StandardCharsets.UTF_8);
  }
}
