package io.quorate.workflow;

import io.quorate.approval.Approval;
import io.quorate.approval.Decision;
import io.quorate.approval.DecisionAnswer;
import io.quorate.approval.Door;
import io.quorate.approval.Electorate;
import io.quorate.approval.Identity;
import io.quorate.approval.Question;
import io.quorate.cluster.RehearsalText;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.Briefing;
import io.quorate.operation.IncidentWish;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationMemory.Answered;
import io.quorate.operation.OperationMemory.Asked;
import io.quorate.operation.OperationMemory.PlaceMemory;
import io.quorate.operation.OperationState;
import io.quorate.operation.Request;
import io.quorate.operation.Steered;
import io.quorate.operation.Steered.Deed;
import io.quorate.operation.Taken;
import io.quorate.places.PlaceAnswer;
import io.quorate.reminder.Waiting;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Handlers of the decisions and requests that people send to one operation: each is validated, and
 * answered once.
 */
final class OperationHandlers implements OperationMessages {
  /** Number of answers that are kept for messages that arrive twice. */
  private static final int ANSWERS = 200;

  private final OperationProgress progress;
  private final OperationPosition position;
  private final List<Answered> answers = new ArrayList<>();
  private final PendingRequests pending;

  OperationHandlers(OperationProgress progress, OperationPosition position) {
    this.progress = progress;
    this.position = position;
    this.pending = new PendingRequests(progress);
  }

  /** Restores what people asked of the run before and was not done yet. */
  void restore(Asked asked) {
    pending.restore(asked);
    answers.addAll(asked.answers());
  }

  /** Returns what people asked and was not done yet, for the next run. */
  Asked asked() {
    return pending.asked(answers);
  }

  @Override
  public void validateDecision(Opaque written) {
    Decision decision = OpaqueValues.read(written, Decision.class);
    require(!decision.by().isBlank(), "the name of the person is missing");
    require(
        decision.digest().length() >= Question.SHORTEST_DIGEST,
        "it does not name a plan by at least "
            + Question.SHORTEST_DIGEST
            + " characters of its digest");
    progress
        .lastApproval()
        .map(asked -> asked.refusedBefore(decision))
        .orElseGet(decision::stranger)
        .ifPresent(
            why -> {
              throw new IllegalArgumentException(why);
            });
  }

  @Override
  public void validateRequest(Opaque written) {
    Request request = OpaqueValues.read(written, Request.class);
    require(!request.by().isBlank(), "the name of the person is missing");
  }

  @Override
  public void validateTake(Opaque written) {
    Taken taken = OpaqueValues.read(written, Taken.class);
    require(!taken.by().isBlank(), "the name of the person is missing");
    require(!progress.phase().ended(), "the operation has ended, " + progress.phase().words());
  }

  private static void require(boolean so, String because) {
    if (!so) {
      throw new IllegalArgumentException("Not recorded: " + because + ".");
    }
  }

  @Override
  public DecisionAnswer decide(Opaque decision) {
    Answered told = once(updateId(), () -> judge(PayloadReader.accepted(decision, Decision.class)));
    return new DecisionAnswer(told.counted(), told.sentence());
  }

  @Override
  public Request.Answer request(Opaque request) {
    Answered told = once(updateId(), () -> take(PayloadReader.accepted(request, Request.class)));
    return new Request.Answer(told.counted(), told.sentence());
  }

  @Override
  public Request.Answer take(Opaque written) {
    Taken taken = PayloadReader.accepted(written, Taken.class);
    Taken now = new Taken(taken.by(), taken.door(), Timers.now());
    Optional<Taken> before = progress.state().taken();
    progress.taken(now);
    Optional<Door> door =
        Stream.of(Door.values()).filter(one -> one.words().equals(taken.door())).findFirst();
    progress.steered(
        new Steered(
            progress.nextDeed(),
            Deed.TAKEN,
            now.by(),
            door,
            "",
            now.at(),
            "",
            Optional.empty(),
            Optional.empty()));
    Request.Answer answer = now.answer(before, remindersGoOn());
    return new Request.Answer(answer.counted(), marked(answer.sentence()));
  }

  /** Returns why reminders go on although somebody is on it; empty where they stop. */
  private Optional<String> remindersGoOn() {
    return Waiting.of(progress.state())
        .filter(waiting -> waiting.taken().isEmpty())
        .map(waiting -> "Others are still asked, because somebody else has to answer.");
  }

  @Override
  public void decided(String id, Opaque decision) {
    PayloadReader.ofSignal(decision, Decision.class)
        .filter(read -> isTaken(() -> validateDecision(decision)))
        .ifPresent(read -> once(id, () -> judge(read)));
  }

  @Override
  public void requested(String id, Opaque request) {
    PayloadReader.ofSignal(request, Request.class)
        .filter(read -> isTaken(() -> validateRequest(request)))
        .ifPresent(read -> once(id, () -> take(read)));
  }

  /**
   * Returns whether a signal passes the validation of its update. A signal has no answer, so a
   * refused one is dropped without a word.
   */
  private static boolean isTaken(Runnable validation) {
    try {
      validation.run();
      return true;
    } catch (IllegalArgumentException | OpaqueValues.Unreadable refused) {
      return false;
    }
  }

  private static String updateId() {
    return Workflow.getCurrentUpdateInfo().orElseThrow().getUpdateId();
  }

  /**
   * Answers a message once: one that arrives again, as an update or as a signal, gets its first
   * answer.
   */
  private Answered once(String id, Supplier<Answered> first) {
    Optional<Answered> before =
        answers.stream().filter(answered -> answered.id().equals(id)).findFirst();
    if (before.isPresent()) {
      return before.get();
    }
    Answered told = first.get();
    if (answers.size() == ANSWERS) {
      answers.remove(0);
    }
    Answered kept = new Answered(id, told.counted(), marked(told.sentence()));
    answers.add(kept);
    return kept;
  }

  /** The answer to a person; in a rehearsal it says so. */
  private String marked(String sentence) {
    return progress.state().isRehearsal() ? RehearsalText.marked(sentence) : sentence;
  }

  private Answered judge(Decision decision) {
    Optional<Approval> before = progress.lastApproval();
    DecisionAnswer answer = answer(decision);
    // A repeated decision counts and changes nothing: nobody is on it for pressing twice.
    if (answer.counted() && !progress.lastApproval().equals(before)) {
      progress.taken(Taken.by(decision.at(earlier(decision.at(), Timers.now()))));
    }
    return new Answered("", answer.counted(), answer.sentence());
  }

  private DecisionAnswer answer(Decision decision) {
    Optional<Approval> asked = progress.lastApproval();
    if (asked.isEmpty()) {
      return DecisionAnswer.refused(
          "Not recorded: nothing has been asked yet; " + progress.state().because() + ".");
    }
    // A decision that waited as a signal for a worker is as old as the click. The clock where it
    // was clicked may run ahead of Temporal's, so a time in the future becomes the present.
    Decision now = decision.at(earlier(decision.at(), Timers.now()));
    Approval.Answered answered = asked.get().decide(now);
    progress.replaceLastApproval(answered.approval());
    return answered.answer().counted() ? answered.answer() : explained(now, answered);
  }

  private static Instant earlier(@Nullable Instant said, Instant now) {
    return said != null && said.isBefore(now) ? said : now;
  }

  /**
   * Explains a decision that did not count where the question alone cannot: the operation has
   * ended, or the plan that the person read was replaced.
   */
  private DecisionAnswer explained(Decision decision, Approval.Answered answered) {
    Approval.State state = answered.approval().state();
    if (progress.phase().ended() && state == Approval.State.VOID) {
      return DecisionAnswer.refused(
          "Not recorded: the operation has ended, " + progress.phase().words() + ".");
    }
    return state == Approval.State.OPEN && isAboutAnEarlierPlan(decision)
        ? DecisionAnswer.refused(
            "Not recorded: the plan changed since. "
                + progress
                    .state()
                    .briefing()
                    .map(Briefing::digest)
                    .map(OperationHandlers::readIt)
                    .orElse(""))
        : answered.answer();
  }

  private boolean isAboutAnEarlierPlan(Decision decision) {
    List<Approval> all = progress.state().approvals();
    return !names(all.get(all.size() - 1), decision)
        && all.stream().anyMatch(earlier -> names(earlier, decision));
  }

  private static boolean names(Approval asked, Decision decision) {
    return !decision.digest().isBlank()
        && asked.question().digest().startsWith(decision.digest().toLowerCase(Locale.ROOT));
  }

  private static String readIt(String digest) {
    return "The new plan has digest "
        + Question.shortDigest(digest)
        + "; read it, then decide about it.";
  }

  private Answered take(Request request) {
    OperationState before = progress.state();
    boolean only = isOnlyOfTheRequester(request);
    Request.Answer answer = pending.take(request);
    if (answer.counted()) {
      Instant now = Timers.now();
      if (!only) {
        progress.taken(new Taken(request.by(), request.door().map(Door::words).orElse(""), now));
      }
      progress.steered(Steered.of(progress.nextDeed(), request, now, answer, before));
    }
    return new Answered("", answer.counted(), answer.sentence());
  }

  /**
   * Whether the request is of the person who asked for the operation, before its first change. That
   * person may stop it then without being an approver, which is no word to be on it.
   */
  private boolean isOnlyOfTheRequester(Request request) {
    OperationState state = progress.state();
    String by = Identity.unmarked(request.by());
    return Electorate.same(by, state.requestedBy()) && !state.mayHaveChanged();
  }

  /** Returns what people asked of the operation and it has not done yet. */
  PendingRequests pending() {
    return pending;
  }

  @Override
  public void wanted(Opaque wish) {
    PayloadReader.ofSignal(wish, IncidentWish.class)
        .ifPresent(
            read -> {
              pending.want(read);
              OperationHolds.makeWay(progress, pending);
              OperationHolds.answer(progress, pending);
            });
  }

  @Override
  public void placeGiven(Opaque answer) {
    PayloadReader.ofSignal(answer, PlaceAnswer.class)
        .filter(given -> given.operation().equals(progress.operation()))
        .filter(given -> given.given() && position.waitsForPlace())
        .ifPresent(given -> position.place(PlaceMemory.GIVEN));
  }

  @Override
  public OperationState state() {
    return progress.state();
  }
}
