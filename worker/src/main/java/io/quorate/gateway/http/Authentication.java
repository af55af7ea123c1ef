package io.quorate.gateway.http;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.quorate.cluster.CleanText;
import io.quorate.gateway.GatewayMetrics;
import io.quorate.token.TokenHash;
import io.quorate.token.Tokens;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets people in. With tokens every path needs one, or a session that began with one, except the
 * paths that tell nothing and those that ask for a secret of their own. Without tokens everybody is
 * let in, and says who they are.
 */
final class Authentication implements HealthEndpoint.Readers {
  /** Name of the session's cookie; browsers take {@code __Host-} from this host and TLS only. */
  static final String COOKIE = "__Host-quorate";

  static final String SESSION_PATH = "/api/session";

  private static final String VISITOR = "quorate.visitor";
  private static final Set<String> OPEN =
      Set.of("/healthz", "/readyz", "/metrics", "/alerts/alertmanager", SESSION_PATH);

  private static final Logger LOG = LoggerFactory.getLogger(Authentication.class);

  private final Optional<Logins> logins;
  private final Optional<BearerToken> machines;
  private final SenderAddress senders;
  private final GatewayMetrics counts;
  private final LogRateLimit refusals;

  /**
   * Creates a doorkeeper.
   *
   * @param logins empty: names are taken at their word
   * @param machines the tokens of machines, which read the metrics with them
   */
  Authentication(
      Optional<Logins> logins,
      Optional<BearerToken> machines,
      SenderAddress senders,
      GatewayMetrics counts,
      InstantSource clock) {
    this.logins = logins;
    this.machines = machines;
    this.senders = senders;
    this.counts = counts;
    this.refusals = new LogRateLimit(Duration.ofMinutes(10), clock);
  }

  /** Refuses a request that needs a login and has none, or one that may only look. */
  void check(Context http) {
    if (logins.isPresent() && !OPEN.contains(http.path()) && !Page.isPart(http.path())) {
      Visitor visitor = known(http).orElseThrow(() -> stranger(http));
      if (visitor.use() == Tokens.Use.ONLY_LOOK && !HandlerType.GET.equals(http.method())) {
        throw new HttpProblem(
            403,
            "Not recorded: the token of "
                + CleanText.line(visitor.name())
                + " only looks. Whoever runs the gateway makes another one with: quorate token"
                + " create NAME.");
      }
      http.attribute(VISITOR, visitor);
    }
  }

  /** Refuses whoever is neither a person nor a machine that this gateway knows. */
  @Override
  public void checkReader(Context http) {
    if (logins.isEmpty() || known(http).isPresent()) {
      return;
    }
    boolean machine =
        machines.isPresent()
            && BearerToken.shown(http.header("Authorization"))
                .filter(machines.get()::isAmongThem)
                .isPresent();
    if (!machine) {
      throw stranger(http);
    }
  }

  /** Whether this request may be told what is only for people who are let in. */
  @Override
  public boolean lets(Context http) {
    boolean let = logins.isEmpty() || known(http).isPresent();
    if (!let) {
      notice(http);
    }
    return let;
  }

  /** Returns who sends this request; empty where nobody needs a login. */
  static Optional<Visitor> visitor(Context http) {
    return Optional.ofNullable(http.attribute(VISITOR));
  }

  /**
   * Returns who sends this request, if a token that counts says so. A token that is shown is judged
   * alone: a session beside it does not make up for a wrong one.
   */
  Optional<Visitor> known(Context http) {
    Optional<String> token = BearerToken.shown(http.header("Authorization"));
    return token.isPresent()
        ? logins.flatMap(people -> people.byToken(token.get()))
        : session(http).flatMap(word -> logins.flatMap(people -> people.bySession(word)));
  }

  /** Returns the word of the session that this browser has. */
  static Optional<String> session(Context http) {
    return Optional.ofNullable(http.cookie(COOKIE)).filter(word -> !word.isBlank());
  }

  /** Counts and logs a token that opened nothing: a guess, or one that was taken out. */
  private void notice(Context http) {
    BearerToken.shown(http.header("Authorization"))
        .ifPresent(
            token -> {
              counts.login("refused");
              String id = TokenHash.of(token).id();
              String sender = senders.of(http);
              if (refusals.isDue(sender + " " + id)) {
                LOG.warn("A request from {} showed a token that counts for nobody, {}", sender, id);
              }
            });
  }

  /** Returns the refusal of somebody who is not known. */
  HttpProblem stranger(Context http) {
    notice(http);
    http.header("WWW-Authenticate", "Bearer realm=\"quorate\"");
    boolean shown = http.header("Authorization") != null || session(http).isPresent();
    return new HttpProblem(
        401,
        shown
            ? "This token or login does not count, or counts no more. Log in again, or ask for"
                + " another token."
            : "Say who you are: log in on the page, or send 'Authorization: Bearer TOKEN'.");
  }
}
