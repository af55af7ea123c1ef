package io.quorate.slack;

import com.slack.api.model.block.LayoutBlock;
import io.quorate.head.StopCause;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Steered;
import io.quorate.operation.StepState;
import io.quorate.slack.Message.Manner;
import io.quorate.step.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Messages of an operation that stands until somebody says how to go on: parked or paused. Each
 * stop has its own message. At the end of a stop the message names who ended the stop, in place of
 * the buttons.
 */
final class StopMessage {
  private static final String PARKED = "phase.parked.";
  private static final String PAUSED = "phase.paused.";

  private StopMessage() {}

  /**
   * Returns the message of a stop that lasts; empty in every other phase.
   *
   * @param standing how the cluster stands, who is on it, and when the next reminder comes
   */
  static Optional<Message> of(
      OperationState state, Optional<String> threadOf, Standing standing, Links links) {
    return switch (state.phase()) {
      case PARKED ->
          Optional.of(
              message(state, threadOf, PARKED, parked(state, standing, links), Manner.BROADCAST)
                  .waking(Audience.STEERING));
      case PAUSED ->
          Optional.of(
              message(
                  state,
                  threadOf,
                  PAUSED,
                  List.of(
                      PhaseLines.sentence(state, state.phase().words())
                          + line(reached(state, standing))),
                  Manner.POSTED));
      default -> Optional.empty();
    };
  }

  /** Returns whether a message tells of a park that lasts or lasted. */
  static boolean isOfPark(String key) {
    return key.startsWith(PARKED);
  }

  private static Message message(
      OperationState state,
      Optional<String> threadOf,
      String kind,
      List<String> parts,
      Manner manner) {
    List<LayoutBlock> blocks = new ArrayList<>();
    parts.forEach(part -> blocks.add(QuestionBody.paragraph(part)));
    blocks.add(1, Verbs.row(Verbs.ofStop(state)));
    return new Message(
        kind + state.since().getEpochSecond(),
        threadOf,
        parts.getFirst(),
        blocks,
        Optional.empty(),
        manner,
        Optional.empty());
  }

  /**
   * Returns the parts of a park's message: step and cause in a line with how the cluster stands,
   * the choices, what else is said, and the log.
   */
  private static List<String> parked(OperationState state, Standing standing, Links links) {
    StopCause cause = StopCause.of(state.because());
    List<String> parts = new ArrayList<>();
    parts.add(
        "*"
            + Mrkdwn.text(state.title() + ": " + stop(state, cause))
            + "*"
            + line(standing.now())
            + line(reached(state, standing)));
    parts.add(String.join("\n", choices(state, links)));
    String more = Reason.text(cause.rest(), state.todo());
    if (!more.isBlank()) {
      parts.add(Mrkdwn.text(more));
    }
    if (!cause.log().isEmpty()) {
      parts.add(Mrkdwn.code(cause.log()));
    }
    return parts;
  }

  /** Returns who is on it, and when the next reminder comes; empty where neither is known. */
  private static Optional<String> reached(OperationState state, Standing standing) {
    return standing
        .reach()
        .map(reach -> reach.sentence(state.since()))
        .filter(words -> !words.isBlank());
  }

  private static String line(Optional<String> words) {
    return words.map(said -> "\n" + Mrkdwn.text(said)).orElse("");
  }

  private static String stop(OperationState state, StopCause cause) {
    return cause.line().startsWith("stopped")
        ? cause.line()
        : "stopped"
            + state.step(StepState.Progress.FAILED).map(" at "::concat).orElse("")
            + ": "
            + cause.line();
  }

  private static List<String> choices(OperationState state, Links links) {
    List<String> lines = new ArrayList<>();
    state
        .choices()
        .forEach(choice -> lines.add(Mrkdwn.text("• " + choice.verb() + ": " + choice.sentence())));
    if (!state.choices().isEmpty()) {
      String verb = state.choices().get(0).verb();
      lines.add(
          "On the command line: `" + Mrkdwn.text("quorate " + verb + " " + state.cluster()) + "`");
    }
    List<String> elsewhere = links.of(state.operation(), state.cluster());
    if (!elsewhere.isEmpty()) {
      lines.add("Elsewhere: " + String.join(" · ", elsewhere));
    }
    return lines;
  }

  /**
   * Returns edits of the stops that are over, which take their buttons away.
   *
   * @param standing keys of the messages that stand in the channel already
   */
  static List<Message> over(OperationState state, Optional<String> threadOf, Set<String> standing) {
    boolean stands = state.phase() == Phase.PARKED || state.phase() == Phase.PAUSED;
    List<Message> over = new ArrayList<>();
    for (String key : standing) {
      Optional<Instant> since = since(key);
      boolean lasts =
          stands
              && since
                  .filter(at -> at.getEpochSecond() == state.since().getEpochSecond())
                  .isPresent();
      since
          .filter(at -> !lasts)
          .flatMap(at -> over(state, at))
          .ifPresent(text -> over.add(Message.line(key, threadOf, text, Manner.EDITED_ONLY)));
    }
    return over;
  }

  private static Optional<Instant> since(String key) {
    return key.startsWith(PARKED) || key.startsWith(PAUSED)
        ? Optional.of(
            Instant.ofEpochSecond(Long.parseLong(key.substring(key.lastIndexOf('.') + 1))))
        : Optional.empty();
  }

  /**
   * Returns what becomes of a stop's message; empty where the state does not reach back so far, for
   * the message was edited then.
   */
  private static Optional<String> over(OperationState state, Instant since) {
    List<Steered> deeds = state.steered();
    Optional<Steered> end = deeds.stream().filter(deed -> deed.endsStopOf(since)).findFirst();
    boolean forgotten = end.isEmpty() && !deeds.isEmpty() && deeds.getFirst().number() > 1;
    return forgotten
        ? Optional.empty()
        : Optional.of(
            Mrkdwn.text(
                end.map(
                        deed ->
                            state.title() + ": " + deed.stop().orElse("") + "\n" + deed.sentence())
                    .orElse(state.title() + ": it waits for nobody any more.")));
  }
}
