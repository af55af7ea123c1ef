package io.quorate.gateway.http;

import io.quorate.token.Token;
import io.quorate.token.TokenHash;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Sessions of people who logged in on the page. A session ends after the time of its {@link
 * Opener}, with the process, when it is closed, and for the oldest one when there are too many.
 * What a browser keeps is a random word that is worth nothing afterwards; the token itself is not
 * kept.
 */
final class Sessions {
  private static final int MOST = 1000;

  private record Session(Opener opener, Instant until) {}

  /**
   * Open sessions by the hash of their word. The map compares hashes, so the time of a search tells
   * an attacker nothing about a word.
   */
  private final Map<TokenHash, Session> open = new LinkedHashMap<>();

  /** Begins a session; returns the word that names it. */
  synchronized String open(Opener opener, Instant now) {
    open.values().removeIf(session -> !now.isBefore(session.until()));
    if (open.size() >= MOST) {
      open.remove(open.keySet().iterator().next());
    }
    String word = Token.random();
    open.put(TokenHash.of(word), new Session(opener, now.plus(opener.lasting())));
    return word;
  }

  /** Returns what this session was opened with. */
  synchronized Optional<Opener> opener(String word, Instant now) {
    return Optional.ofNullable(open.get(TokenHash.of(word)))
        .filter(session -> now.isBefore(session.until()))
        .map(Session::opener);
  }

  /** Ends a session. */
  synchronized void close(String word) {
    open.remove(TokenHash.of(word));
  }
}
