package io.quorate.workflow;

import io.quorate.cluster.Sentences;
import io.quorate.operation.IncidentWish;
import io.quorate.operation.OperationMemory.Answered;
import io.quorate.operation.OperationMemory.Asked;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.operation.Request.Ends;
import io.quorate.operation.Steered;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Requests of people that one operation has not done yet. It reads them at its safe points. */
final class PendingRequests {
  /** How long a wish counts: the incident repeats it while the trouble stays. */
  private static final Duration WISH_COUNTS = Duration.ofMinutes(10);

  private final OperationProgress progress;
  private Optional<Request> paused = Optional.empty();
  private Optional<Request> aborted = Optional.empty();
  private Optional<Request> choice = Optional.empty();
  private Optional<Request> continued = Optional.empty();
  private Optional<String> endsWait = Optional.empty();
  private Optional<IncidentWish> wanted = Optional.empty();
  private Instant wantedAt = Instant.EPOCH;
  private boolean holdTold;

  PendingRequests(OperationProgress progress) {
    this.progress = progress;
  }

  /** Restores what people asked of the run before and was not done yet. */
  void restore(Asked asked) {
    paused = asked.paused();
    aborted = asked.aborted();
    choice = asked.choice();
    continued = asked.continued();
  }

  /** Returns the requests for the next run, with these answers. */
  Asked asked(List<Answered> answers) {
    return new Asked(paused, aborted, choice, continued, answers);
  }

  /** Takes a request, or refuses it with the reason. */
  Request.Answer take(Request request) {
    if (progress.phase().ended()) {
      return refused("The operation has ended: " + progress.phase().words() + "." + whoWasFirst());
    }
    if (aborted.isPresent() && request.door().isPresent()) {
      return refused("Not recorded: it is aborted already." + whoWasFirst());
    }
    if (isSpent(request)) {
      return refused(
          "Not recorded: somebody has used this button already, or the operation has moved on."
              + whoWasFirst()
              + whereItStands());
    }
    return switch (request.verb()) {
      case PAUSE -> {
        paused = Optional.of(request);
        yield counted("It will pause before its next step.");
      }
      case CONTINUE -> resume(request);
      case ABORT -> {
        aborted = Optional.of(request);
        yield counted("It will stop at the next safe point.");
      }
      case RETRY, SKIP -> choose(request);
    };
  }

  /**
   * Returns whether the request is about a place where the operation stands no more, or where
   * somebody else has chosen already. A request of an older release says no door, and the last one
   * counts, as it did then.
   */
  private boolean isSpent(Request request) {
    boolean elsewhere =
        request.place().filter(at -> !at.equals(progress.state().place())).isPresent();
    boolean choice = request.verb() == Request.Verb.RETRY || request.verb() == Request.Verb.SKIP;
    return elsewhere || (choice && this.choice.isPresent() && request.door().isPresent());
  }

  /** Returns who steered last, as the end of a refusal. */
  private String whoWasFirst() {
    List<Steered> deeds =
        progress.state().steered().stream().filter(deed -> deed.deed().steers()).toList();
    return deeds.isEmpty() ? "" : " " + deeds.getLast().sentence();
  }

  private String whereItStands() {
    OperationState state = progress.state();
    return " It is "
        + state.phase().words()
        + ", "
        + Sentences.ended(Sentences.first(state.because()));
  }

  private Request.Answer resume(Request request) {
    if (paused.isPresent() && !isOnlyOf(Ends.WAIT, request)) {
      paused = Optional.empty();
      return counted("It goes on.");
    }
    if (endsWait.isPresent() && !isOnlyOf(Ends.PAUSE, request)) {
      continued = Optional.of(request);
      return counted(endsWait.get());
    }
    if (isOnlyOf(Ends.WAIT, request)) {
      return refused("Not recorded: nothing waits any more." + whoWasFirst());
    }
    return refused(
        progress.phase() == Phase.PARKED
            ? "It is parked, not paused. Ask for: " + offered() + "."
            : "It is not paused." + (request.ends().isPresent() ? whoWasFirst() : ""));
  }

  private static boolean isOnlyOf(Ends what, Request request) {
    return request.ends().filter(what::equals).isPresent();
  }

  private String offered() {
    return String.join(
        ", ", progress.state().choices().stream().map(OperationState.Choice::verb).toList());
  }

  private Request.Answer choose(Request request) {
    boolean offered =
        progress.state().choices().stream()
            .anyMatch(possible -> possible.verb().equals(request.verb().words()));
    if (!offered) {
      return refused(notOffered(request.verb()));
    }
    if (request.verb() == Request.Verb.SKIP && request.reason().isBlank()) {
      return refused("A step is skipped only with a reason.");
    }
    choice = Optional.of(request);
    return counted(request.verb() == Request.Verb.RETRY ? "It tries again." : "It skips the step.");
  }

  private String notOffered(Request.Verb verb) {
    OperationState state = progress.state();
    String where = state.phase().words() + ", " + state.because();
    if (verb == Request.Verb.SKIP && state.phase() == Phase.PARKED) {
      return "This step must not be skipped, what comes after it builds on it. It is "
          + where
          + ". Ask for: "
          + offered()
          + ".";
    }
    return "It cannot "
        + verb.words()
        + " now: only a parked operation waits for that. It is "
        + where
        + ".";
  }

  Optional<Request> paused() {
    return paused;
  }

  Optional<Request> aborted() {
    return aborted;
  }

  /** Takes a cancellation from Temporal as an abort; Temporal does not say who cancelled. */
  void abort(String by, String reason) {
    aborted =
        Optional.of(
            new Request(Request.Verb.ABORT, by, reason, Optional.empty(), Optional.empty()));
  }

  /** Lets {@code continue} end the wait of the current step from now on, with this answer. */
  void takeContinue(String answer) {
    endsWait = Optional.of(answer);
  }

  Optional<Request> continued() {
    return continued;
  }

  void forgetContinue() {
    endsWait = Optional.empty();
    continued = Optional.empty();
  }

  Optional<Request> choice() {
    return choice;
  }

  /** Notes that the incident of the cluster wants to start an operation. */
  void want(IncidentWish wish) {
    wanted = Optional.of(wish);
    wantedAt = Timers.now();
  }

  /**
   * Returns the wish of an incident for another runbook than the one of this operation; empty once
   * the wish is 10 minutes old, because its trouble may be over by then.
   */
  Optional<IncidentWish> wanted() {
    boolean old = !Timers.now().isBefore(wantedAt.plus(WISH_COUNTS));
    return wanted.filter(wish -> !old && !wish.runbook().equals(progress.state().runbook()));
  }

  /** Notes whether an incident believes that the operation waits for people. */
  void noteHold(boolean told) {
    holdTold = told;
  }

  boolean isHoldTold() {
    return holdTold;
  }

  void forgetChoice() {
    choice = Optional.empty();
  }

  private static Request.Answer counted(String sentence) {
    return new Request.Answer(true, sentence);
  }

  private static Request.Answer refused(String sentence) {
    return new Request.Answer(false, sentence);
  }
}
