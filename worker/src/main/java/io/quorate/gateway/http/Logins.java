package io.quorate.gateway.http;

import io.quorate.approval.Door;
import io.quorate.gateway.LoginLinks;
import io.quorate.gateway.People;
import io.quorate.token.TokenHash;
import io.quorate.token.Tokens;
import io.quorate.token.TokensFile;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * People who are known by their tokens, or by a link that Slack gave them. The file of the tokens
 * is read at every request, also of somebody who logged in: a token that was taken out of it lets
 * nobody in from then on.
 */
final class Logins {
  private static final Logger LOG = LoggerFactory.getLogger(Logins.class);

  private final TokensFile file;
  private final LoginLinks links;
  private final People people;
  private final InstantSource clock;
  private final Sessions sessions = new Sessions();
  private final Once logged = new Once(100);

  /** Message that was logged about the present outage; empty while the file can be read. */
  private final AtomicReference<String> outage = new AtomicReference<>("");

  Logins(TokensFile file, LoginLinks links, People people, InstantSource clock) {
    this.file = file;
    this.links = links;
    this.people = people;
    this.clock = clock;
  }

  /** A session that has just begun. */
  record Opened(Visitor visitor, String session) {}

  /** Returns who has this token. */
  Optional<Visitor> byToken(String shown) {
    return whose(TokenHash.of(shown), Door.COMMAND_LINE);
  }

  /** Returns who began this session, if their token or their account in Slack still counts. */
  Optional<Visitor> bySession(String session) {
    return sessions.opener(session, clock.instant()).flatMap(this::known);
  }

  /** Begins a session of who has this token. */
  Optional<Opened> open(String shown) {
    return opened(new Opener.ByToken(TokenHash.of(shown)));
  }

  /** Begins a session of whom this link is for, and ends the link. */
  Optional<Opened> openByLink(String word) {
    return links.redeem(word).flatMap(account -> opened(new Opener.FromSlack(account)));
  }

  private Optional<Opened> opened(Opener opener) {
    return known(opener)
        .map(visitor -> new Opened(visitor, sessions.open(opener, clock.instant())));
  }

  private Optional<Visitor> known(Opener opener) {
    return switch (opener) {
      case Opener.ByToken one -> whose(one.token(), Door.PAGE);
      case Opener.FromSlack one ->
          people
              .inSlack(one.account().team(), one.account().user())
              .map(approver -> new Visitor(approver.name(), Door.SLACK, Tokens.Use.ALL));
    };
  }

  /** Returns whether two logins are of one person, by whichever of their names. */
  boolean isSamePerson(Visitor one, Visitor other) {
    return people.named(one.name()).equalsIgnoreCase(people.named(other.name()));
  }

  /** Ends a session. */
  void close(String session) {
    sessions.close(session);
  }

  private Optional<Visitor> whose(TokenHash hash, Door door) {
    return tokens().entry(hash).map(entry -> new Visitor(entry.name(), door, entry.use()));
  }

  /** Tells the log what is wrong with the file, for whoever starts the gateway. */
  void look() {
    read();
  }

  /** While the file cannot be read, nobody is known and nobody is a stranger: a 503. */
  private Tokens tokens() {
    return read()
        .orElseThrow(
            () ->
                new HttpProblem(
                    503, "The file with the tokens cannot be read. The gateway's log names it."));
  }

  private Optional<Tokens> read() {
    try {
      Tokens tokens = file.read();
      outage.set("");
      tokens.wrong().forEach(this::tell);
      return Optional.of(tokens);
    } catch (UncheckedIOException gone) {
      String why = gone.getMessage() + " (" + gone.getCause() + ")";
      if (!why.equals(outage.getAndSet(why))) {
        LOG.warn("Nobody can be let in: {}", why);
      }
      return Optional.empty();
    }
  }

  private void tell(Tokens.Wrong wrong) {
    String sentence = file.path() + ":" + wrong.line() + ": " + wrong.sentence();
    if (logged.firstTime(sentence)) {
      LOG.warn("A line of the tokens counts for nobody: {}", sentence);
    }
  }
}
