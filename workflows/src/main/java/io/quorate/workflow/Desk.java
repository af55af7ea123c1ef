package io.quorate.workflow;

import io.quorate.approval.Approval;
import io.quorate.approval.Decision;
import io.quorate.approval.DecisionAnswer;
import io.quorate.operation.Briefing;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Takes decisions and wishes for one operation; the operation looks here at its safe points. */
final class Desk implements OperationDesk {
  private final Journal journal;
  private Optional<Request> paused = Optional.empty();
  private Optional<Request> aborted = Optional.empty();
  private Optional<Request> choice = Optional.empty();
  private Optional<Request> continued = Optional.empty();
  private boolean soaking;

  Desk(Journal journal) {
    this.journal = journal;
  }

  @Override
  public DecisionAnswer decide(Decision decision) {
    Optional<Approval> asked = journal.lastApproval();
    if (asked.isEmpty()) {
      return DecisionAnswer.refused(
          "Not recorded: nothing has been asked yet; " + journal.state().because() + ".");
    }
    // The time of the decision is the time it is recorded: what a door says could be anything.
    Decision now =
        new Decision(
            decision.digest(),
            decision.by(),
            decision.groups(),
            decision.door(),
            decision.kind(),
            decision.reason(),
            Journal.now());
    Approval.Answered answered = asked.get().decide(now);
    journal.replaceLastApproval(answered.approval());
    return answered.answer().counted() ? answered.answer() : explained(now, answered);
  }

  /** Adds what the question itself cannot know: what became of the plan the person read. */
  private DecisionAnswer explained(Decision decision, Approval.Answered answered) {
    Approval.State state = answered.approval().state();
    if (journal.phase().ended() && state == Approval.State.VOID) {
      return DecisionAnswer.refused(
          "Not recorded: the operation has ended, " + journal.phase().words() + ".");
    }
    return state == Approval.State.OPEN && isAboutAnEarlierPlan(decision)
        ? DecisionAnswer.refused(
            "Not recorded: the plan changed since. "
                + journal.state().briefing().map(Briefing::digest).map(Desk::readIt).orElse(""))
        : answered.answer();
  }

  private boolean isAboutAnEarlierPlan(Decision decision) {
    List<Approval> all = journal.state().approvals();
    return !names(all.get(all.size() - 1), decision)
        && all.stream().anyMatch(earlier -> names(earlier, decision));
  }

  private static boolean names(Approval asked, Decision decision) {
    return !decision.digest().isBlank()
        && asked.question().digest().startsWith(decision.digest().toLowerCase(Locale.ROOT));
  }

  private static String readIt(String digest) {
    return "The new plan has digest " + digest.substring(0, 8) + "; read it, then decide about it.";
  }

  @Override
  public Request.Answer request(Request request) {
    if (journal.phase().ended()) {
      return refused("The operation has ended: " + journal.phase().words() + ".");
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

  @Override
  public OperationState state() {
    return journal.state();
  }

  private Request.Answer resume(Request request) {
    if (paused.isPresent()) {
      paused = Optional.empty();
      return counted("It goes on.");
    }
    if (soaking) {
      continued = Optional.of(request);
      return counted("It soaks no longer and goes on with the last member.");
    }
    return refused("It is not paused.");
  }

  private Request.Answer choose(Request request) {
    boolean offered =
        journal.state().choices().stream()
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
    OperationState state = journal.state();
    String where = state.phase().words() + ", " + state.because();
    if (verb == Request.Verb.SKIP && state.phase() == Phase.PARKED) {
      return "This step must not be skipped, what comes after it builds on it. It is "
          + where
          + ". Ask for: "
          + String.join(", ", state.choices().stream().map(OperationState.Choice::verb).toList())
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

  /** Temporal's Cancel is an abort by somebody Temporal does not name. */
  void abort(String by, String reason) {
    aborted = Optional.of(new Request(Request.Verb.ABORT, by, reason));
  }

  /** From now on {@code continue} ends the wait of a step. */
  void takeContinue() {
    soaking = true;
  }

  Optional<Request> continued() {
    return continued;
  }

  void forgetContinue() {
    soaking = false;
    continued = Optional.empty();
  }

  Optional<Request> choice() {
    return choice;
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
