package io.quorate.wire;

import io.quorate.approval.Door;
import io.quorate.cluster.StableName;
import java.util.Optional;

/**
 * Answer of {@code GET} and {@code POST /api/session}: who asks, as the gateway knows them.
 *
 * @param login whether people have to log in; without tokens names are taken at their word
 * @param name of the person who is logged in; null where nobody has to log in
 * @param door {@code page}, or {@code slack} for who came by a link from there, whose decisions
 *     count as those of Slack; null where nobody has to log in
 */
public record SessionJson(boolean login, Optional<String> name, Optional<String> door) {
  /** Answer of a gateway without tokens. */
  public static final SessionJson AT_THEIR_WORD =
      new SessionJson(false, Optional.empty(), Optional.empty());

  public static SessionJson of(String name, Door door) {
    return new SessionJson(true, Optional.of(name), Optional.of(StableName.of(door)));
  }
}
