package io.quorate.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.quorate.approval.Door;
import io.quorate.gateway.GatewayMetrics;
import io.quorate.wire.SessionJson;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /api/session}: who is logged in, login and logout of the page. Token and link are taken
 * from the body only: what stands in a URL is in logs and histories.
 */
final class SessionEndpoint {

  private static final Logger LOG = LoggerFactory.getLogger(SessionEndpoint.class);
  private static final int LONGEST_TOKEN = 500;
  private static final String ATTRIBUTES = "; Path=/; Secure; HttpOnly; SameSite=Strict";

  private final Authentication door;
  private final Optional<Logins> logins;
  private final SenderAddress senders;
  private final InstantSource clock;
  private final GatewayMetrics counts;
  private final LoginAttempts attempts = new LoginAttempts();

  SessionEndpoint(
      Authentication door,
      Optional<Logins> logins,
      SenderAddress senders,
      InstantSource clock,
      GatewayMetrics counts) {
    this.door = door;
    this.logins = logins;
    this.senders = senders;
    this.clock = clock;
    this.counts = counts;
  }

  /** Answers who asks; a 401 while that is not known and somebody has to be. */
  void show(Context http) {
    if (logins.isEmpty()) {
      Bodies.write(http, 200, SessionJson.AT_THEIR_WORD);
      return;
    }
    Visitor visitor = door.known(http).orElseThrow(() -> door.stranger(http));
    Bodies.write(http, 200, SessionJson.of(visitor.name(), visitor.door()));
  }

  void open(Context http) {
    Logins people =
        logins.orElseThrow(
            () ->
                HttpProblem.badRequest(
                    "There is no login here: gateway.tokensFile is not configured."));
    String address = senders.of(http);
    JsonNode body = Bodies.object(http, Bodies.LARGEST);
    Optional<Logins.Opened> opened =
        body.has("link")
            ? people.openByLink(Bodies.requiredText(body, "link", LONGEST_TOKEN))
            : people.open(Bodies.requiredText(body, "token", LONGEST_TOKEN));
    if (opened.isEmpty()) {
      throw refusal(
          http,
          address,
          body.has("link")
              ? "This link counts no more: it is good once, for 5 min. Press Open the page again."
              : "This is no token of this gateway, or counts no more.");
    }
    Logins.Opened session = opened.get();
    if (body.has("link")) {
      Optional<Visitor> here = door.known(http);
      here.ifPresent(visitor -> requireSamePerson(visitor, people, session));
      if (here.filter(visitor -> visitor.door() == Door.PAGE).isPresent()) {
        // The session of a token proves more than the link does, and stays.
        people.close(session.session());
        Bodies.write(http, 200, SessionJson.of(here.get().name(), here.get().door()));
        return;
      }
    }
    Authentication.session(http).ifPresent(people::close);
    counts.login("accepted");
    LOG.info(
        "{} logged in on the page by {}, from {}",
        session.visitor().name(),
        body.has("link") ? "a link from Slack" : "a token",
        address);
    cookie(http, session.session() + ATTRIBUTES);
    Bodies.write(http, 200, SessionJson.of(session.visitor().name(), session.visitor().door()));
  }

  /** Refuses a link that was given to another person than the one who is logged in here. */
  private void requireSamePerson(Visitor here, Logins people, Logins.Opened session) {
    if (people.isSamePerson(here, session.visitor())) {
      return;
    }
    people.close(session.session());
    counts.login("refused");
    LOG.warn("{} opened a link that Slack had given to {}", here.name(), session.visitor().name());
    throw new HttpProblem(
        403,
        "This link was given to another person than you, " + here.name() + ". It counts no more.");
  }

  /**
   * Only wrong tokens have to wait: nobody who shares an address with whoever guesses is kept out.
   */
  private HttpProblem refusal(Context http, String address, String why) {
    Duration pause = attempts.pause(address, clock.instant());
    if (!pause.isZero()) {
      counts.login("throttled");
      http.header("Retry-After", String.valueOf(pause.toSeconds() + 1));
      return new HttpProblem(
          429, "Too many logins failed; try again in " + (pause.toSeconds() + 1) + " s.");
    }
    attempts.failed(address, clock.instant());
    counts.login("refused");
    LOG.warn("A login from {} failed: it showed no token and no link of this gateway", address);
    return new HttpProblem(401, why);
  }

  void close(Context http) {
    logins.ifPresent(people -> Authentication.session(http).ifPresent(people::close));
    cookie(http, ATTRIBUTES + "; Max-Age=0");
    http.status(204);
  }

  private static void cookie(Context http, String value) {
    http.header("Set-Cookie", Authentication.COOKIE + "=" + value);
  }
}
