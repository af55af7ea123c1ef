package io.quorate.slack;

import io.quorate.approval.Approval;
import io.quorate.cluster.Amounts;
import io.quorate.cluster.Sentences;
import io.quorate.head.Head;
import io.quorate.operation.Briefing;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.RequesterKind;
import io.quorate.operation.RestoreDone;
import io.quorate.step.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Lines for what interrupts or ends an operation.
 *
 * <p>A park, and an end that left the trouble where it was, are shown in the channel and mention
 * the approvers, because a person has to act. A good end is shown in the channel too, for people
 * who wait there for the end, and mentions nobody.
 */
final class PhaseLines {
  private static final String END = "phase.end";

  private PhaseLines() {}

  /**
   * Returns the line of a phase.
   *
   * @param standing how the cluster of a parked operation stands, and whom a stop has reached
   */
  static Optional<Message> of(
      OperationState state, Optional<String> threadOf, Standing standing, Links links) {
    return switch (state.phase()) {
      case ASSESSING, WAITING_FOR_APPROVAL, RUNNING -> Optional.empty();
      case PAUSED, PARKED -> StopMessage.of(state, threadOf, standing, links);
      case COMPLETED -> Optional.of(shown(threadOf, end(state)));
      case NOT_NEEDED -> Optional.of(shown(threadOf, sentence(state, "nothing to do")));
      case REFUSED, REJECTED, EXPIRED, STOPPED, ABORTED ->
          Optional.of(unmended(state, threadOf).waking(Audience.of(group(state))));
    };
  }

  /** Returns the end that left the trouble; what an alert asked for can be asked again. */
  private static Message unmended(OperationState state, Optional<String> threadOf) {
    String text = restored(state, sentence(state, state.phase().words()));
    return state.requester() == RequesterKind.ALERT
        ? shown(threadOf, text)
            .with(
                List.of(
                    QuestionBody.paragraph(text),
                    Verbs.row(List.of(Verbs.askAgain(state.cluster())))))
        : shown(threadOf, text);
  }

  private static Message shown(Optional<String> threadOf, String text) {
    return Message.line(END, threadOf, text, Message.Manner.BROADCAST);
  }

  /** The group that the last question was put to; empty: all approvers. */
  static Optional<String> group(OperationState state) {
    return state.lastApproval().flatMap(asked -> asked.question().needed().group());
  }

  static String sentence(OperationState state, String how) {
    String said = state.title() + ": " + how + ". " + state.because();
    return Mrkdwn.text(Reason.text(said.strip(), state.todo()));
  }

  /**
   * Returns how the cluster is and, of a restore, what was lost, how it is undone and what is kept:
   * before anything else that the end says.
   */
  private static String end(OperationState state) {
    if (state.briefing().flatMap(Briefing::loss).isEmpty()
        && RestoreDone.earlier(state).isEmpty()) {
      return sentence(state, completed(state));
    }
    Head head = Head.of(state, state.since(), Optional.empty());
    String first =
        state.title() + ": " + completed(state) + ". " + Sentences.first(state.because());
    return Mrkdwn.text(
        Reason.text(
            String.join(
                "\n",
                Stream.of(first, head.costs(), head.next())
                    .filter(line -> !line.isBlank())
                    .toList()),
            state.todo()));
  }

  /** Adds the cost of a restore that this operation had done before it ended in another way. */
  private static String restored(OperationState state, String ended) {
    return RestoreDone.earlier(state)
        .or(() -> RestoreDone.of(state).map(RestoreDone::sentence))
        .map(sentence -> ended + "\n" + Mrkdwn.text(sentence))
        .orElse(ended);
  }

  private static String completed(OperationState state) {
    return "completed" + approved(state).map(words -> " " + words).orElse("");
  }

  private static Optional<String> approved(OperationState state) {
    return state
        .lastApproval()
        .flatMap(approval -> approval.approvedAt().map(yes -> after(state.since(), yes, approval)));
  }

  private static String after(Instant end, Instant yes, Approval approval) {
    return "in "
        + Amounts.time(Duration.between(yes, end))
        + " after approval ("
        + Words.who(approval.decisions())
        + ")";
  }

  /**
   * Whether people are told of this phase though no question was asked. A park is told whoever
   * started the operation, because a person has to act. The end is told when a park was told or an
   * alert started the operation; a person who started an operation by hand reads its end where they
   * started it.
   *
   * @param standing keys of the messages that stand in the channel already
   */
  static boolean isToldWithoutQuestion(
      OperationState state, boolean byAlert, Set<String> standing) {
    return state.phase() == Phase.PARKED
        || state.phase().ended() && (byAlert || standing.stream().anyMatch(StopMessage::isOfPark));
  }
}
