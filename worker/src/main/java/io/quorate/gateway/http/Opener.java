package io.quorate.gateway.http;

import io.quorate.configuration.Approvers.SlackUser;
import io.quorate.token.TokenHash;
import java.time.Duration;

/** Proof with which a session was opened. The session counts only as long as the proof does. */
sealed interface Opener {
  /** Time that a session lasts which was opened with this proof. */
  Duration lasting();

  /** A token of a person. */
  record ByToken(TokenHash token) implements Opener {
    @Override
    public Duration lasting() {
      return Duration.ofHours(12);
    }
  }

  /** A link that Slack gave to this account, which proves no more than a click in Slack does. */
  record FromSlack(SlackUser account) implements Opener {
    @Override
    public Duration lasting() {
      return Duration.ofHours(1);
    }
  }
}
