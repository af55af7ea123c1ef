package io.quorate.gateway.slack;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decisions of members of the workspace alone: guests, users who were deactivated, and users of
 * another company in a shared channel are refused, whatever the configuration says of them.
 *
 * @param trouble why a user of Slack may not decide, as the end of a sentence; empty for a member
 */
public record MembersOnly(SlackClicks.Decisions members, Function<String, Optional<String>> trouble)
    implements SlackClicks.Decisions {
  private static final Logger LOG = LoggerFactory.getLogger(MembersOnly.class);

  @Override
  public void decide(SlackClicks.Click click, Consumer<String> tell) {
    refusal(click.by())
        .ifPresentOrElse(
            why -> tell.accept("Not recorded: " + why), () -> members.decide(click, tell));
  }

  @Override
  public void ask(SlackClicks.Asked click, Consumer<String> tell) {
    refusal(click.by())
        .ifPresentOrElse(
            why -> tell.accept("Not recorded: " + why), () -> members.ask(click, tell));
  }

  @Override
  public String page(SlackPerson person, String operation) {
    return refusal(person).orElseGet(() -> members.page(person, operation));
  }

  @Override
  public Optional<String> keepsEvidenceFrom(SlackPerson person) {
    return refusal(person).or(() -> members.keepsEvidenceFrom(person));
  }

  @Override
  public String evidence(String operation, String question) {
    return members.evidence(operation, question);
  }

  @Override
  public String now(String operation) {
    return members.now(operation);
  }

  private Optional<String> refusal(SlackPerson person) {
    Optional<String> refusal =
        trouble
            .apply(person.userId())
            .map(
                why ->
                    person.name()
                        + " (Slack "
                        + person.identity()
                        + ") "
                        + why
                        + " Members of the app's workspace decide here; the page and the command"
                        + " line take the token of an approver.");
    refusal.ifPresent(why -> LOG.warn("Refused a click: {}", why));
    return refusal;
  }
}
