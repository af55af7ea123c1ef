package io.quorate.approval;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.CleanText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * State of one question: open, or how it ended. Immutable; each decision returns the next state and
 * an answer for the person. The first decisions that do not count are kept in the record too.
 *
 * @param decisions the decisions that counted, in their order
 * @param refused the decisions that did not count, with the reason in words
 * @param because why the question is void, with the difference; empty unless it is void
 */
public record Approval(
    Question question,
    State state,
    List<Decision> decisions,
    List<RefusedDecision> refused,
    Optional<String> because) {
  /** Number of refused decisions that a question keeps. */
  private static final int REFUSED = 20;

  /**
   * Most by which the clock of a door may lag behind Temporal's, where a decision names its
   * question and so was made after it.
   */
  static final Duration CLOCKS_DIFFER = Duration.ofMinutes(5);

  private static final int LONGEST_ID = 120;

  /** Words for approvals that Slack cannot give. */
  private static final String OUTSIDE = " to come from outside Slack, with a token";

  /** States of a question. */
  public enum State {
    OPEN,
    APPROVED,
    REJECTED,
    EXPIRED,
    /** The cluster no longer fits the plan, or the operation ended before there was an answer. */
    VOID
  }

  /** A decision that did not count. */
  public record RefusedDecision(Decision decision, String because) {}

  /** Next state of a question, with the answer for the person. */
  public record Answered(Approval approval, DecisionAnswer answer) {}

  public Approval {
    decisions = List.copyOf(decisions);
    refused = List.copyOf(refused);
  }

  /** Creates a question that was just asked; one that needs no approval is approved at once. */
  public static Approval of(Question question) {
    State state = question.needed().approvals() == 0 ? State.APPROVED : State.OPEN;
    return new Approval(question, state, List.of(), List.of(), Optional.empty());
  }

  public boolean isOpen() {
    return state == State.OPEN;
  }

  /** Returns whether the question was voided before enough people had approved it. */
  public boolean wasVoidedWhileOpen() {
    return state == State.VOID && decisions.size() < question.needed().approvals();
  }

  /** Returns whether enough people had approved the question, whatever became of it. */
  public boolean wasApproved() {
    long yes = decisions.stream().filter(one -> one.kind() == Decision.Kind.APPROVE).count();
    return yes >= question.needed().approvals();
  }

  /** Returns whether the other question is about the same plan. */
  public boolean asksTheSameAs(Approval other) {
    return question.digest().equals(other.question().digest());
  }

  /**
   * Returns when the last needed approval was recorded; empty unless people approved the question.
   */
  public Optional<Instant> approvedAt() {
    return state == State.APPROVED && !decisions.isEmpty()
        ? Optional.of(decisions.get(decisions.size() - 1).at())
        : Optional.empty();
  }

  /**
   * Judges a decision. A repeated decision changes nothing. A person who has approved may still
   * reject while the question is open; a rejection ends it. A decision about another question, or
   * one that is older than the question, does not count.
   */
  public Answered decide(Decision decision) {
    return decide(decision, isOpen() ? misplaced(decision) : Optional.empty());
  }

  /**
   * Returns why the decision is not about this question, in a sentence: it names another question,
   * or was made before this one was asked; empty when it is about this one.
   */
  private Optional<String> misplaced(Decision decision) {
    Optional<String> other = decision.question().filter(id -> !id.equals(question.id()));
    if (other.isPresent()) {
      return Optional.of(
          "Not recorded: this was about question "
              + CleanText.line(other.get(), LONGEST_ID)
              + ", and the question that is open is "
              + question.id()
              + ". Read it, then decide about that one.");
    }
    Duration lag = decision.question().isPresent() ? CLOCKS_DIFFER : Duration.ZERO;
    return decision.at().isBefore(question.askedAt().minus(lag))
        ? Optional.of(
            "Not recorded: the decision is of "
                + Amounts.moment(decision.at())
                + ", and the question was asked later, at "
                + Amounts.moment(question.askedAt())
                + ". Read it, then decide again.")
        : Optional.empty();
  }

  private Answered decide(Decision decision, Optional<String> misplaced) {
    Optional<Decision> before = misplaced.isPresent() ? Optional.empty() : repeated(decision);
    if (before.isPresent()) {
      return new Answered(
          this,
          DecisionAnswer.counted(
              "Recorded already, at " + Amounts.moment(before.get().at()) + "."));
    }
    Optional<String> refusal = refusal(decision, misplaced);
    return refusal.isPresent() ? refuse(decision, refusal.get()) : count(decision);
  }

  /**
   * Returns why this person may not decide about the question, where one more refusal of theirs
   * would not be kept; empty when the decision is to be judged. Each refusal is kept once, and only
   * the first ones, so that messages of strangers cannot grow a history.
   */
  public Optional<String> refusedBefore(Decision decision) {
    return person(decision).filter(why -> isKept(decision, why) || refused.size() >= REFUSED);
  }

  /** Returns the question at a later time: expired when nobody answered in time. */
  public Approval at(Instant now) {
    return isOpen() && !now.isBefore(question.expiresAt()) ? ended(State.EXPIRED) : this;
  }

  /**
   * Returns the question, or its approval, as void: its plan no longer holds, or the operation
   * ended.
   *
   * @param why the question is void, with the difference, in a sentence or more
   */
  public Approval voided(String why) {
    return isOpen() || state == State.APPROVED
        ? new Approval(question, State.VOID, decisions, refused, Optional.of(why))
        : this;
  }

  /**
   * Returns whether the first change may still begin on this approval, which is good for a limited
   * time.
   */
  public boolean isGoodAt(Instant now, Duration goodFor) {
    return state == State.APPROVED && goodUntil(goodFor).map(end -> !now.isAfter(end)).orElse(true);
  }

  /**
   * Returns until when a first change may begin on this approval; empty when nobody had to be
   * asked.
   */
  public Optional<Instant> goodUntil(Duration goodFor) {
    return approvedAt().map(yes -> yes.plus(goodFor));
  }

  /** Returns the earlier decision of this person, if it is equal and still counts. */
  private Optional<Decision> repeated(Decision decision) {
    return decisions.stream()
        .filter(earlier -> state != State.EXPIRED && state != State.VOID)
        .filter(earlier -> same(earlier.by(), decision.by()) && earlier.kind() == decision.kind())
        .filter(earlier -> names(decision.digest()))
        .filter(earlier -> !improves(decision, earlier))
        .findFirst();
  }

  private Optional<String> refusal(Decision decision, Optional<String> misplaced) {
    if (!isOpen()) {
      return Optional.of(closed());
    }
    if (!decision.at().isBefore(question.expiresAt())) {
      return Optional.of(
          "Not recorded: the question expired at " + Amounts.moment(question.expiresAt()) + ".");
    }
    if (!names(decision.digest())) {
      return Optional.of(
          "Not recorded: the question is about the plan with digest "
              + Question.shortDigest(question.digest())
              + ". Read it, then decide about that one.");
    }
    return person(decision)
        .or(() -> misplaced)
        .or(() -> words(decision))
        .or(() -> inside(decision));
  }

  /**
   * Returns whether a repeated approval counts in place of the earlier one of this person: it comes
   * from outside Slack, the earlier one does not, and such approvals are still missing.
   */
  private boolean improves(Decision decision, Decision earlier) {
    return isOpen() && decision.outsideSlack() && !earlier.outsideSlack() && missingOutside() > 0;
  }

  private int missingOutside() {
    long outside = decisions.stream().filter(Decision::outsideSlack).count();
    return Math.max(0, question.needed().outsideSlack() - (int) outside);
  }

  /**
   * Returns why one more approval that does not come from outside Slack would not do: all that are
   * still needed have to.
   */
  private Optional<String> inside(Decision decision) {
    int left = question.needed().approvals() - decisions.size();
    return decision.kind() == Decision.Kind.APPROVE
            && !decision.outsideSlack()
            && missingOutside() >= left
        ? Optional.of(
            "Not recorded: "
                + (left == 1 ? "the approval that is" : "the " + left + " approvals that are")
                + " still needed "
                + (left == 1 ? "has" : "have")
                + OUTSIDE
                + ": log in on the page with your token, or quorate approve "
                + question.operation()
                + " --digest "
                + Question.shortDigest(question.digest())
                + (question.typed().isPresent() ? " --confirm CLUSTER" : "")
                + ".")
        : Optional.empty();
  }

  /** Returns what an approval has to say and does not; a rejection needs no words. */
  private Optional<String> words(Decision decision) {
    return decision.kind() == Decision.Kind.APPROVE
        ? question.untyped(decision.typed())
        : Optional.empty();
  }

  private Optional<String> person(Decision decision) {
    boolean counts =
        question.needed().requesterCounts() && decision.kind() == Decision.Kind.APPROVE;
    if (!counts && same(decision.by(), question.requestedBy())) {
      return Optional.of(
          decision.kind() == Decision.Kind.APPROVE
              ? "You asked for this, so somebody else has to approve it."
              : "You asked for this, so somebody else decides; to stop it, abort it.");
    }
    if (decision.stranger().isPresent()) {
      return decision.stranger();
    }
    Optional<String> group = question.needed().group();
    if (group.isPresent() && !decision.groups().contains(group.get())) {
      return Optional.of("Only approvers of " + group.get() + " decide about this.");
    }
    return Optional.empty();
  }

  private Answered count(Decision decision) {
    List<Decision> all = new ArrayList<>(decisions);
    all.removeIf(earlier -> same(earlier.by(), decision.by()) && improves(decision, earlier));
    all.add(decision);
    int needed = question.needed().approvals();
    if (decision.kind() == Decision.Kind.REJECT) {
      return new Answered(
          new Approval(question, State.REJECTED, all, refused, because),
          DecisionAnswer.counted("Recorded: rejected."));
    }
    boolean enough = all.size() >= needed;
    String of = question.needed().group().map(group -> " of " + group).orElse("");
    Approval next =
        new Approval(question, enough ? State.APPROVED : State.OPEN, all, refused, because);
    int left = needed - all.size();
    String missing =
        enough
            ? " It begins now."
            : (left == 1 ? " One more" : " " + left + " more")
                + of
                + (left == 1 ? " is needed" : " are needed")
                + next.whence()
                + ".";
    return new Answered(
        next, DecisionAnswer.counted("Recorded: " + all.size() + " of " + needed + "." + missing));
  }

  /** Returns what is said of the approvals that are still missing and come from outside Slack. */
  private String whence() {
    int outside = missingOutside();
    int left = question.needed().approvals() - decisions.size();
    if (outside == 0) {
      return "";
    }
    return outside == left
        ? "; " + (left == 1 ? "it has" : "they have") + OUTSIDE
        : "; " + outside + " of them" + (outside == 1 ? " has" : " have") + OUTSIDE;
  }

  private Answered refuse(Decision decision, String because) {
    List<RefusedDecision> all = new ArrayList<>(refused);
    if (!isKept(decision, because) && all.size() < REFUSED) {
      all.add(new RefusedDecision(decision, because));
    }
    return new Answered(
        new Approval(question, state, decisions, all, this.because),
        DecisionAnswer.refused(because));
  }

  private boolean isKept(Decision decision, String because) {
    return refused.stream()
        .anyMatch(
            kept -> same(kept.decision().by(), decision.by()) && kept.because().equals(because));
  }

  private String closed() {
    String last =
        decisions.isEmpty()
            ? ""
            : " by "
                + decisions.get(decisions.size() - 1).by()
                + " at "
                + Amounts.moment(decisions.get(decisions.size() - 1).at());
    return switch (state) {
      case APPROVED -> "Not recorded: already approved" + last + ".";
      case REJECTED -> "Not recorded: already rejected" + last + ".";
      case EXPIRED ->
          "Not recorded: the question expired at " + Amounts.moment(question.expiresAt()) + ".";
      case VOID -> "Not recorded: the plan changed since; the new plan is a question of its own.";
      case OPEN -> throw new IllegalStateException("an open question is not closed");
    };
  }

  private boolean names(String digest) {
    return question.isAbout(digest);
  }

  private static boolean same(String one, String other) {
    return Electorate.same(one, other);
  }

  private Approval ended(State how) {
    return new Approval(question, how, decisions, refused, because);
  }

  /** Returns how long the question is still open; zero or more. */
  public Duration openFor(Instant now) {
    Duration left = Duration.between(now, question.expiresAt());
    return left.isNegative() ? Duration.ZERO : left;
  }
}
