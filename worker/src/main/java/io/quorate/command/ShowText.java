package io.quorate.command;

import io.quorate.approval.Question;
import io.quorate.cluster.Amounts;
import io.quorate.operation.RequesterKind;
import io.quorate.operation.UtcTime;
import io.quorate.step.ApprovalTerms;
import io.quorate.step.Reason;
import io.quorate.wire.LossReport;
import io.quorate.wire.ShowJson;
import io.quorate.wire.ShowJson.ApprovalJson;
import io.quorate.wire.ShowJson.StepJson;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Text of an operation for people: state, steps, questions, and the commands that apply now. */
final class ShowText {

  private ShowText() {}

  static String of(ShowJson state, Paint paint) {
    StringBuilder text = new StringBuilder();
    text.append(state.operation()).append("   ").append(paint.strong(state.state()));
    text.append("   ").append(state.title()).append('\n');
    text.append(Reason.text(state.because(), state.todo())).append('\n');
    state
        .waitingOn()
        .ifPresent(
            whom ->
                text.append("Waits for ")
                    .append(whom)
                    .append(" since ")
                    .append(UtcTime.of(state.since()))
                    .append(".\n"));
    text.append("Asked by ")
        .append(RequesterKind.toApprovers(state.requestedBy(), state.requester()))
        .append(" at ");
    text.append(UtcTime.of(state.requestedAt())).append(".\n");
    steps(state, text);
    state.approvals().forEach(approval -> approval(approval, text));
    if (state.openApproval().isEmpty()) {
      state
          .briefing()
          .ifPresent(briefing -> text.append("\nFound: ").append(briefing.finding()).append('\n'));
      text.append(cost(state));
    }
    state.openApproval().ifPresent(open -> text.append('\n').append(question(state, open)));
    state.notices().forEach(notice -> text.append(notice).append('\n'));
    text.append(choices(state));
    return text.toString();
  }

  /** A step as {@code ✓ Remove member etcd-1, 03:04:12, 0.3 s: ...}. */
  static String line(StepJson step) {
    StringBuilder line = new StringBuilder(mark(step.state())).append(' ').append(step.sentence());
    step.startedAt().ifPresent(at -> line.append(", ").append(UtcTime.bare(at)));
    took(step).ifPresent(took -> line.append(", ").append(took));
    step.evidence().ifPresent(evidence -> line.append(": ").append(evidence));
    return line.toString();
  }

  /** The step under way and its duration: {@code 8/10 Wait until etcd-1 is in sync, 12 s}. */
  static String goingOn(ShowJson state, Instant now) {
    for (int index = 0; index < state.steps().size(); index++) {
      StepJson step = state.steps().get(index);
      if (step.state().equals("running") && step.startedAt().isPresent()) {
        String since = Amounts.time(Duration.between(step.startedAt().get(), now));
        return (index + 1)
            + "/"
            + state.steps().size()
            + " "
            + step.sentence()
            + ", "
            + since
            + step.evidence().map(waits -> ": " + waits).orElse("");
      }
    }
    return state.state() + " for " + Amounts.time(Duration.between(state.since(), now));
  }

  /** The open question: what is decided, and how. */
  static String question(ShowJson state, ApprovalJson open) {
    StringBuilder text = new StringBuilder();
    state
        .briefing()
        .ifPresent(
            briefing -> {
              text.append("Found: ").append(briefing.finding()).append('\n');
              text.append(briefing.title()).append('\n');
              briefing.planLines().forEach(line -> text.append(line).append('\n'));
              text.append(cost(state));
              text.append(briefing.snapshotLine()).append('\n');
              text.append(briefing.promise()).append('\n');
              briefing.warnings().forEach(one -> text.append("Warning: ").append(one).append('\n'));
            });
    String digest = Question.shortDigest(open.digest());
    text.append("Approve with: quorate approve ").append(state.operation());
    text.append(" --digest ").append(digest);
    text.append(open.typed().isPresent() ? " --confirm CLUSTER" : "");
    text.append("   (").append(needed(open)).append(", until ");
    text.append(UtcTime.of(open.expiresAt())).append(")\n");
    if (open.typed().isPresent()) {
      text.append(
          "This can cost acknowledged writes: CLUSTER is the cluster's name, typed by each");
      text.append(" who approves.\n");
    }
    return text.toString();
  }

  /** Lists the lines of a recovery's loss report; empty for every other operation. */
  private static String cost(ShowJson state) {
    return state.report().map(LossReport::lines).orElse(List.of()).stream()
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  /** The choices at a parked operation. */
  static String choices(ShowJson state) {
    Table table = new Table();
    state.choices().forEach(choice -> table.row(choice.verb(), choice.sentence()));
    return table.text();
  }

  private static void steps(ShowJson state, StringBuilder text) {
    if (state.steps().isEmpty()) {
      return;
    }
    text.append("\nRound ").append(state.round());
    state.digest().ifPresent(digest -> text.append(", digest ").append(digest));
    text.append('\n');
    for (int index = 0; index < state.steps().size(); index++) {
      text.append(String.format("%2d %s%n", index + 1, line(state.steps().get(index))));
    }
  }

  private static void approval(ApprovalJson approval, StringBuilder text) {
    text.append("\nQuestion ").append(approval.id()).append(": ").append(approval.state());
    text.append(", ").append(needed(approval)).append('\n');
    approval.because().ifPresent(why -> text.append("  ").append(why).append('\n'));
    approval
        .decisions()
        .forEach(
            one -> {
              text.append("  ").append(one.verdict()).append(" by ").append(one.person());
              text.append(" (").append(one.door()).append(") at ");
              text.append(UtcTime.bare(one.at()));
              text.append(one.reason().isBlank() ? "" : ": " + one.reason()).append('\n');
            });
    approval
        .refused()
        .forEach(
            one ->
                text.append("  not counted: ")
                    .append(one.person())
                    .append(": ")
                    .append(one.because())
                    .append('\n'));
  }

  private static String needed(ApprovalJson approval) {
    return approval.decisions().size()
        + " of "
        + approval.needed()
        + approval.group().map(group -> " of " + group).orElse("")
        + new ApprovalTerms(approval.outsideSlack(), approval.requesterCounts()).words();
  }

  private static Optional<String> took(StepJson step) {
    Optional<Instant> ended = step.endedAt();
    return step.startedAt()
        .flatMap(begun -> ended.map(end -> Amounts.time(Duration.between(begun, end))));
  }

  /** The mark of a step, {@code ✓} for one that is done. */
  static String mark(String state) {
    return switch (state) {
      case "done", "already-done" -> "✓";
      case "running" -> "▸";
      case "failed" -> "✗";
      case "skipped" -> "-";
      default -> " ";
    };
  }
}
