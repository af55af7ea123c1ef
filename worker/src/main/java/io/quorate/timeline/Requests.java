package io.quorate.timeline;

import io.quorate.approval.Decision;
import io.quorate.approval.DecisionAnswer;
import io.quorate.cluster.StableName;
import io.quorate.operation.AskedAgain;
import io.quorate.operation.OperationNames;
import io.quorate.operation.Request;
import io.quorate.wire.TimelineEvent;
import io.quorate.wire.TimelineJson.EntryJson;
import io.quorate.wire.TimelineJson.WhoJson;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.update.v1.Input;
import io.temporal.api.update.v1.Outcome;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads decisions and requests, including those that did not count. */
final class Requests {
  private final TimelineBuilder builder;
  private final Questions questions;
  private final Decoding decoding;
  private final Map<String, Asked> open = new HashMap<>();
  private Optional<Request> choice = Optional.empty();

  Requests(TimelineBuilder builder, Questions questions, Decoding decoding) {
    this.builder = builder;
    this.questions = questions;
    this.decoding = decoding;
  }

  /** A decision or request without an answer so far. */
  private sealed interface Asked {
    /** The number of its entry. */
    int entry();
  }

  private record AskedDecision(int entry, Decision decision) implements Asked {}

  private record AskedRequest(int entry, Request request) implements Asked {}

  void accepted(String id, Input input) {
    switch (input.getName()) {
      case OperationNames.DECIDE -> said(id, decoding.first(input.getArgs(), Decision.class));
      case OperationNames.REQUEST -> said(id, decoding.first(input.getArgs(), Request.class));
      default -> {
        // An update of a newer version has no entry.
      }
    }
  }

  /**
   * Reads a decision or request that no worker took up at once, from a signal whose second argument
   * it is.
   */
  void left(String signal, Payloads input) {
    switch (signal) {
      case OperationNames.DECIDED -> {
        Decision decision = decoding.value(input.getPayloads(1), Decision.class);
        left(StableName.of(decision.kind()), decision.person());
      }
      case OperationNames.REQUESTED -> {
        Request request = decoding.value(input.getPayloads(1), Request.class);
        left(request.verb().words(), request.by());
      }
      default -> {
        // A signal of a newer version has no entry.
      }
    }
  }

  private void left(String verb, String by) {
    builder.add(
        TimelineEvent.NOTICE, verb + " by " + by + " was recorded while no worker took it up.");
  }

  /** Reads the wish of a person after which the incident asked for the operation. */
  void askedAgain(AskedAgain wish) {
    add(
        TimelineEvent.WISH,
        new WhoJson(
            wish.by(),
            "ask-again",
            wish.through().map(StableName::of),
            wish.reason().orElse(""),
            true,
            "The incident asked for this operation."));
  }

  private void said(String id, Decision decision) {
    String verb = StableName.of(decision.kind());
    String door = StableName.of(decision.door());
    int entry =
        add(
            TimelineEvent.DECISION_REFUSED,
            new WhoJson(
                decision.person(),
                verb,
                Optional.of(door),
                decision.reason(),
                false,
                "no answer yet"));
    open.put(id, new AskedDecision(entry, decision));
  }

  private void said(String id, Request request) {
    open.put(
        id,
        new AskedRequest(add(TimelineEvent.WISH_REFUSED, who(request, "no answer yet")), request));
  }

  /** Reads Temporal's Cancel: an abort by a person whom Temporal does not name. */
  void cancelled(String reason) {
    Request abort =
        new Request(
            Request.Verb.ABORT, "Temporal's Cancel", reason, Optional.empty(), Optional.empty());
    answered(
        new AskedRequest(add(TimelineEvent.WISH_REFUSED, who(abort, "")), abort),
        true,
        "It will stop at the next safe point.");
  }

  void completed(String id, Outcome outcome) {
    Asked asked = open.remove(id);
    if (asked == null) {
      return;
    }
    if (outcome.hasFailure()) {
      answered(asked, false, decoding.because(outcome.getFailure()));
      return;
    }
    Payloads answer = outcome.getSuccess();
    switch (asked) {
      case AskedDecision decision -> {
        DecisionAnswer told = decoding.first(answer, DecisionAnswer.class);
        answered(decision, told.counted(), told.sentence());
      }
      case AskedRequest request -> {
        Request.Answer told = decoding.first(answer, Request.Answer.class);
        answered(request, told.counted(), told.sentence());
      }
    }
  }

  private void answered(Asked asked, boolean counted, String sentence) {
    if (counted) {
      switch (asked) {
        case AskedDecision known -> questions.decided(known.decision());
        case AskedRequest known -> count(known.request());
      }
    }
    TimelineEvent what =
        switch (asked) {
          case AskedDecision known ->
              counted ? TimelineEvent.DECISION : TimelineEvent.DECISION_REFUSED;
          case AskedRequest known -> counted ? TimelineEvent.WISH : TimelineEvent.WISH_REFUSED;
        };
    builder.change(
        asked.entry(),
        told -> {
          WhoJson who = told.who().orElseThrow();
          WhoJson heard =
              new WhoJson(who.name(), who.verb(), who.door(), who.reason(), counted, sentence);
          return EntryJson.of(told.at(), what, told.round(), told.sentence()).by(heard);
        });
  }

  private void count(Request request) {
    switch (request.verb()) {
      case RETRY, SKIP, ABORT -> choice = Optional.of(request);
      case PAUSE, CONTINUE -> {
        // These requests steer the operation; their effects have entries of their own.
      }
    }
  }

  /** The skip with which a parked operation goes on; returned once. */
  Optional<Request> takeSkip() {
    Optional<Request> skip = choice.filter(one -> one.verb() == Request.Verb.SKIP);
    choice = Optional.empty();
    return skip;
  }

  private int add(TimelineEvent what, WhoJson who) {
    String door = who.door().map(name -> " (" + name.replace('-', ' ') + ")").orElse("");
    String reason = who.reason().isBlank() ? "" : ": " + who.reason();
    return builder.add(
        EntryJson.of(
                builder.now(),
                what,
                builder.round(),
                who.verb() + " by " + who.name() + door + reason)
            .by(who));
  }

  private static WhoJson who(Request request, String answer) {
    return new WhoJson(
        request.by(), request.verb().words(), Optional.empty(), request.reason(), false, answer);
  }
}
