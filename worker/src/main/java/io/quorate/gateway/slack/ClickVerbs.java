package io.quorate.gateway.slack;

import io.quorate.approval.Door;
import io.quorate.approval.Identity;
import io.quorate.client.Deadlines;
import io.quorate.client.Incidents;
import io.quorate.client.OperationDirectory;
import io.quorate.client.OperationUpdates;
import io.quorate.client.Operations;
import io.quorate.client.Outcome;
import io.quorate.client.QuorateClient;
import io.quorate.client.Takes;
import io.quorate.cluster.CleanText;
import io.quorate.gateway.People;
import io.quorate.gateway.Steering;
import io.quorate.gateway.slack.SlackClicks.Asked;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationState;
import io.quorate.operation.Request;
import io.quorate.operation.Request.Ends;
import io.quorate.operation.UtcTime;
import io.quorate.slack.SlackVerb;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Verbs that were clicked in Slack: each is judged by who may steer, as at every other door, and
 * then by the operation. The click's id is the update's id, so a click counts once.
 */
final class ClickVerbs {
  /** Slack's clock and Temporal's may differ; the messages of an incident are posted later. */
  private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

  private final OperationDirectory directory;
  private final Operations operations;
  private final OperationUpdates updates;
  private final Takes takes;
  private final Incidents incidents;
  private final People people;
  private final Steering steering;

  ClickVerbs(QuorateClient temporal, People people, Steering steering) {
    this.directory = temporal.directory();
    this.operations = temporal.operations();
    this.updates = temporal.updates();
    this.takes = temporal.takes();
    this.incidents = temporal.incidents();
    this.people = people;
    this.steering = steering;
  }

  /**
   * Asks for the verb.
   *
   * @param name of the person: an approver's, or one that no approver has
   */
  void ask(Asked click, String name, Consumer<String> tell) {
    switch (click.verb()) {
      case RETRY -> steer(Request.Verb.RETRY, click, name, tell);
      case SKIP -> steer(Request.Verb.SKIP, click, name, tell);
      case ABORT -> steer(Request.Verb.ABORT, click, name, tell);
      case PAUSE -> steer(Request.Verb.PAUSE, click, name, tell);
      case CONTINUE, END_WAIT -> steer(Request.Verb.CONTINUE, click, name, tell);
      case TAKE ->
          answer(
              people.refusalToTake(name),
              () ->
                  unlessOutdated(
                      click,
                      () ->
                          takes.take(
                              click.name(),
                              click.id(),
                              people.taken(name, Identity.SLACK, Door.SLACK))),
              tell);
      case ASK_AGAIN ->
          answer(
              steering.refusalToAskAgain(name),
              () ->
                  unlessOutdated(
                      click,
                      () ->
                          takes.askAgain(
                              click.name(),
                              click.id(),
                              people.askedAgain(name, Identity.SLACK, Door.SLACK, click.reason()))),
              tell);
    }
  }

  /**
   * Sends what is about a cluster unless the message is older than the incident that is open: who
   * presses a button of last week's trouble means last week's.
   */
  private Outcome<Request.Answer> unlessOutdated(
      Asked click, Supplier<Outcome<Request.Answer>> send) {
    return directory
        .cluster(click.name())
        .answer()
        .flatMap(cluster -> incidents.open(cluster, Deadlines.PART).answer().flatMap(open -> open))
        .filter(open -> click.posted().filter(at -> isBefore(at, open)).isPresent())
        .<Outcome<Request.Answer>>map(open -> new Outcome.Done<>(outdated(open)))
        .orElseGet(send);
  }

  private static boolean isBefore(Instant posted, IncidentState open) {
    return posted.plus(CLOCKS_DIFFER).isBefore(open.openedAt());
  }

  private static Request.Answer outdated(IncidentState open) {
    return new Request.Answer(
        false,
        "Not recorded: this message is older than the incident of %1$s that is open since %2$s. Use"
                .formatted(open.cluster(), UtcTime.of(open.openedAt()))
            + " the buttons of its newest message, or read: quorate show "
            + open.cluster());
  }

  private void steer(Request.Verb verb, Asked click, String name, Consumer<String> tell) {
    Optional<String> refusal = steering.refusal(verb, name, () -> seen(click.name()));
    if (refusal.isPresent()) {
      tell.accept(refusal.get());
      return;
    }
    Request request =
        new Request(
            verb,
            name,
            CleanText.line(click.reason()),
            Optional.of(Door.SLACK),
            click.place(),
            ends(click.verb()));
    updates.request(click.name(), click.id(), request, outcome -> tell.accept(sentence(outcome)));
  }

  /** Returns the only thing that a press of the button ends. */
  private static Optional<Ends> ends(SlackVerb verb) {
    return switch (verb) {
      case CONTINUE -> Optional.of(Ends.PAUSE);
      case END_WAIT -> Optional.of(Ends.WAIT);
      case RETRY, SKIP, ABORT, PAUSE, TAKE, ASK_AGAIN -> Optional.empty();
    };
  }

  private Optional<OperationState> seen(String operation) {
    return directory
        .find(operation)
        .then(found -> operations.show(found, Deadlines.CLICK))
        .answer();
  }

  /** Sends what is not refused, and tells within Slack's time what is known. */
  private static void answer(
      Optional<String> refusal, Supplier<Outcome<Request.Answer>> send, Consumer<String> tell) {
    if (refusal.isPresent()) {
      tell.accept(refusal.get());
      return;
    }
    CompletableFuture<String> answer =
        CompletableFuture.supplyAsync(() -> sentence(send.get()), Thread::startVirtualThread);
    try {
      tell.accept(answer.get(Deadlines.CLICK.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException late) {
      tell.accept("Not confirmed yet: Temporal or the worker does not answer.");
      tell.accept(answer.join());
    } catch (ExecutionException failed) {
      throw new IllegalStateException(failed);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private static String sentence(Outcome<Request.Answer> outcome) {
    return switch (outcome) {
      case Outcome.Done<Request.Answer> done -> done.value().sentence();
      case Outcome.Missed<Request.Answer> missed -> missed.sentence();
    };
  }
}
