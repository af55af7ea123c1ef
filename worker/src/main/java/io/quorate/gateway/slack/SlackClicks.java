package io.quorate.gateway.slack;

import com.slack.api.Slack;
import com.slack.api.socket_mode.request.InteractiveEnvelope;
import io.quorate.approval.Decision;
import io.quorate.client.Deadlines;
import io.quorate.gateway.slack.SlackClicksLine.Acknowledgement;
import io.quorate.slack.ButtonValue;
import io.quorate.slack.SlackVerb;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clicks in Slack, by Socket Mode: no public address is needed. Every click is acknowledged within
 * Slack's three seconds and answered with a sentence; nothing is called approved before {@link
 * Decisions} said so.
 */
public final class SlackClicks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SlackClicks.class);

  /** Receiver of decisions; called on a thread of its own, may block. */
  public interface Decisions {
    /**
     * Sends the decision, with {@link Click#id} as the update's id, and waits until it is answered.
     *
     * @param tell takes sentences for the person: the first within {@link Deadlines#CLICK}, others
     *     as more becomes known
     */
    void decide(Click click, Consumer<String> tell);

    /**
     * Asks the operation for a verb, with {@link Asked#id} as the update's id, and waits until it
     * is answered.
     *
     * @param tell takes sentences for the person, like those about a decision
     */
    void ask(Asked click, Consumer<String> tell);

    /**
     * Returns a sentence with a link to the operation's place on the page, which only the person
     * who clicked is told; or why there is none.
     */
    String page(SlackPerson person, String operation);

    /** Returns why this person is shown no evidence, in a sentence; empty for an approver. */
    Optional<String> keepsEvidenceFrom(SlackPerson person);

    /** Returns the plan and the facts of an operation as monospaced text, for the dialog. */
    String evidence(String operation, String question);

    /** Looks at the operation's cluster, and returns its facts of now; takes seconds. */
    String now(String operation);
  }

  /**
   * A decision as it was clicked, not yet judged by who may decide.
   *
   * @param id equal for every delivery of one click by Slack
   * @param reason typed into the dialog; empty for an approval by a click alone
   * @param typed the name of the cluster as it was typed into the dialog
   */
  public record Click(
      String id,
      SlackPerson by,
      String operation,
      String question,
      String digest,
      Decision.Kind kind,
      String reason,
      Optional<String> typed) {}

  /**
   * A verb as it was clicked, not yet judged by who may ask for it.
   *
   * @param id equal for every delivery of one click by Slack
   * @param name an operation's id; for {@link SlackVerb#TAKE} maybe the key of a cluster
   * @param place where the operation stood that the person read about; empty where the verb is
   *     about no certain place
   * @param reason typed into the dialog; may be empty
   * @param posted when the message of the button was posted, by Slack's clock; empty where the
   *     message does not say
   */
  public record Asked(
      String id,
      SlackPerson by,
      SlackVerb verb,
      String name,
      Optional<String> place,
      String reason,
      Optional<Instant> posted) {}

  private final Decisions decisions;
  private final SlackClicksReplies replies;
  private final SlackClicksConnection connection;
  private final ExecutorService clicks = Executors.newVirtualThreadPerTaskExecutor();

  /**
   * Creates a client that connects when {@link #start} is called.
   *
   * @param appToken the token itself, not its file
   * @param botToken the token itself, not its file
   */
  public SlackClicks(Slack slack, String appToken, String botToken, Decisions decisions) {
    this.decisions = decisions;
    this.replies = new SlackClicksReplies(slack, slack.methods(botToken.strip()), clicks);
    this.connection = new SlackClicksConnection(slack, appToken.strip(), this::received);
  }

  /** Connects in the background and stays connected; returns at once. */
  public SlackClicks start() {
    connection.start();
    return this;
  }

  /** Returns whether clicks arrive at this moment. */
  public boolean connected() {
    return connection.connected();
  }

  /** Returns why clicks do not arrive, in a sentence; empty while they do. */
  public Optional<String> trouble() {
    return connection.trouble();
  }

  @Override
  public void close() {
    connection.close();
    clicks.shutdownNow();
  }

  /**
   * Takes an envelope without blocking, because the SDK polls on one thread. A dialog with a bad
   * answer stays open; a wrong name is passed on all the same, so that it is recorded.
   */
  private void received(InteractiveEnvelope envelope, Acknowledgement acknowledge) {
    SlackClicksPayload payload = new SlackClicksPayload(envelope);
    Map<String, String> errors = payload.errors();
    if (!errors.isEmpty()) {
      acknowledge.stayOpen(errors);
      if (payload.wrongName().isPresent()) {
        clicks.execute(() -> answer(payload));
      }
      return;
    }
    CompletableFuture<Void> handled = CompletableFuture.runAsync(() -> answer(payload), clicks);
    clicks.execute(() -> acknowledge(acknowledge::done, handled));
  }

  private void acknowledge(Runnable acknowledge, CompletableFuture<Void> handled) {
    try {
      handled.get(Deadlines.CLICK_ACKNOWLEDGED.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.info(
          "A click in Slack is acknowledged before it was answered: it took {}",
          Deadlines.CLICK_ACKNOWLEDGED);
    } catch (ExecutionException e) {
      LOG.warn("A click in Slack could not be answered", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    acknowledge.run();
  }

  private void answer(SlackClicksPayload payload) {
    switch (payload.kind()) {
      case APPROVE -> button(payload, value -> approve(payload, value));
      case REJECT -> button(payload, value -> replies.askForReason(payload, value));
      case EVIDENCE -> button(payload, value -> evidence(payload, value));
      case PAGE ->
          button(
              payload,
              value -> replies.tell(payload, decisions.page(payload.person(), value.operation())));
      case REASON -> button(payload, value -> decide(payload, value, Decision.Kind.REJECT));
      case NAME -> button(payload, value -> decide(payload, value, Decision.Kind.APPROVE));
      case VERB -> button(payload, value -> verb(payload, payload.verb().orElseThrow(), value));
      case FOREIGN -> foreign(payload);
    }
  }

  private void verb(SlackClicksPayload payload, SlackVerb verb, ButtonValue value) {
    if (payload.opensDialog()) {
      replies.askForReason(payload, verb, value);
      return;
    }
    Asked asked =
        new Asked(
            payload.clickId(),
            payload.person(),
            verb,
            value.operation(),
            value.place(),
            payload.typed(SlackClicksPayload.REASON_INPUT).orElse(""),
            payload.posted());
    passOn(payload, value, asked.id(), () -> decisions.ask(asked, told(payload)));
  }

  private Consumer<String> told(SlackClicksPayload payload) {
    return sentence -> replies.tell(payload, sentence);
  }

  private void button(SlackClicksPayload payload, Consumer<ButtonValue> whenOurs) {
    payload.value().ifPresentOrElse(whenOurs, () -> foreign(payload));
  }

  /**
   * Warns of a click for another installation: two installations that share one app token receive
   * each other's clicks.
   */
  private void foreign(SlackClicksPayload payload) {
    LOG.warn("A click in Slack on {} is none of ours", payload.describe());
    replies.tell(
        payload,
        "Nothing was recorded: this Quorate does not know this button. Is another installation"
            + " using the same Slack app?");
  }

  private void approve(SlackClicksPayload payload, ButtonValue value) {
    if (value.typed().isPresent()) {
      replies.askForName(payload, value);
    } else {
      decide(payload, value, Decision.Kind.APPROVE);
    }
  }

  private void decide(SlackClicksPayload payload, ButtonValue value, Decision.Kind kind) {
    Click click =
        new Click(
            payload.clickId(),
            payload.person(),
            value.operation(),
            value.question(),
            value.digest(),
            kind,
            payload.typed(SlackClicksPayload.REASON_INPUT).orElse(""),
            payload.typed(SlackClicksPayload.NAME_INPUT));
    Consumer<String> tell =
        payload.wrongName().isPresent()
            ? sentence -> LOG.info("A dialog stays open: {}", sentence)
            : told(payload);
    passOn(payload, value, click.id(), () -> decisions.decide(click, tell));
  }

  private void passOn(SlackClicksPayload payload, ButtonValue value, String id, Runnable sending) {
    try {
      sending.run();
    } catch (RuntimeException e) {
      LOG.warn("The click {} could not be sent on", id, e);
      replies.tell(payload, notSent(value));
    }
  }

  private static String notSent(ButtonValue value) {
    return "Not confirmed: Quorate could not pass your click about "
        + value.operation()
        + " on. Press the button again; if the message or its thread shows it, it counts.";
  }

  /** Shows the facts of now beside those of the question, once they are there. */
  private void lookAgain(String dialog, ButtonValue value, String asked) {
    String now;
    try {
      now = decisions.now(value.operation());
    } catch (RuntimeException e) {
      LOG.warn("The cluster of {} could not be looked at", value.operation(), e);
      now = "The cluster could not be looked at. The gateway's log says why.";
    }
    replies.changeEvidence(dialog, value, asked, now);
  }

  private void evidence(SlackClicksPayload payload, ButtonValue value) {
    Optional<String> refusal = decisions.keepsEvidenceFrom(payload.person());
    if (refusal.isPresent()) {
      LOG.warn("Refused: {} asked for evidence", payload.person().identity());
      replies.tell(payload, refusal.get());
      return;
    }
    CompletableFuture<String> evidence =
        CompletableFuture.supplyAsync(
            () -> decisions.evidence(value.operation(), value.question()), clicks);
    String text;
    try {
      text = evidence.get(Deadlines.CLICK.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      text =
          "No answer within "
              + Deadlines.words(Deadlines.CLICK)
              + ". On the command line: quorate show "
              + value.operation();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    String asked = text;
    replies
        .showEvidence(payload, value, asked)
        .ifPresent(dialog -> clicks.execute(() -> lookAgain(dialog, value, asked)));
  }
}
