package io.quorate.wire;

import java.util.Optional;

/**
 * Answer of {@code GET} and {@code POST /api/session}: who asks, as the gateway knows them.
 *
 * @param login whether people have to log in; without tokens names are taken at their word
 * @param name of the person whose token it is; null where nobody has to log in
 */
public record SessionJson(boolean login, Optional<String> name) {
  /** Answer of a gateway without tokens. */
  public static final SessionJson AT_THEIR_WORD = new SessionJson(false, Optional.empty());

  public static SessionJson of(String name) {
    return new SessionJson(true, Optional.of(name));
  }
}
