package io.quorate.command;

import io.quorate.approval.Question;
import io.quorate.cluster.Amounts;
import io.quorate.cluster.RehearsalText;
import io.quorate.cluster.Sentences;
import io.quorate.operation.Briefing;
import io.quorate.operation.RequesterKind;
import io.quorate.operation.UtcTime;
import io.quorate.step.ApprovalTerms;
import io.quorate.wire.HeadJson;
import io.quorate.wire.LossReport;
import io.quorate.wire.ShowJson;
import io.quorate.wire.ShowJson.ApprovalJson;
import io.quorate.wire.ShowJson.BriefingJson;
import io.quorate.wire.ShowJson.StepJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Text of an operation for people, at {@value #WIDTH} columns: the head, what can be typed now, the
 * steps, and then the rest. A command stays on one line, however long.
 */
final class ShowText {
  /** Columns of a terminal as it opens. */
  private static final int WIDTH = 80;

  private ShowText() {}

  static String of(ShowJson state, Paint paint) {
    List<String> lines = new ArrayList<>();
    lines.add(state.operation() + "   " + paint.strong(state.state()) + "   " + state.title());
    lines.add("");
    lines.addAll(head(state));
    lines.addAll(commands(state));
    lines.addAll(steps(state));
    lines.addAll(detail(state));
    return text(state, lines);
  }

  /** The open question: what is decided, and how. */
  static String question(ShowJson state, ApprovalJson open) {
    List<String> lines = new ArrayList<>(head(state));
    lines.addAll(answers(state, open));
    lines.addAll(steps(state));
    state.briefing().ifPresent(briefing -> lines.addAll(cost(state, briefing)));
    return text(state, lines);
  }

  private static String text(ShowJson state, List<String> lines) {
    boolean rehearsal = RehearsalText.isOne(state.runbook());
    return String.join("\n", rehearsal ? RehearsalText.marked(lines) : lines) + "\n";
  }

  /**
   * The first lines of the operation; from a gateway that tells no head, why it is in its state.
   */
  private static List<String> head(ShowJson state) {
    List<String> lines = new ArrayList<>();
    state
        .head()
        .map(HeadJson::lines)
        .orElseGet(() -> List.of(state.because()))
        .forEach(line -> lines.addAll(wrapped("", line)));
    state.todo().forEach(todo -> lines.add("Do: " + todo));
    return lines;
  }

  /** Commands that a person can type now. */
  private static List<String> commands(ShowJson state) {
    List<String> lines = new ArrayList<>();
    state.openApproval().ifPresent(open -> lines.addAll(answers(state, open)));
    if (state.state().equals("paused")) {
      lines.add("");
      lines.add("To go on: quorate continue " + state.operation());
    }
    if (!state.choices().isEmpty()) {
      lines.add("");
      lines.addAll(choices(state).lines().toList());
      String first = state.choices().getFirst().verb();
      lines.add("To choose: quorate " + first + " " + state.operation());
    }
    return lines;
  }

  private static List<String> answers(ShowJson state, ApprovalJson open) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        "To approve: quorate approve "
            + state.operation()
            + " --digest "
            + Question.shortDigest(open.digest())
            + state.option(open)
            + (open.typed().isPresent() ? " --confirm CLUSTER" : ""));
    lines.add("To reject:  quorate reject " + state.operation() + " --reason TEXT");
    if (open.typed().isPresent()) {
      String warning = state.warning().map(words -> "This " + words + ". ").orElse("");
      lines.addAll(
          wrapped("", warning + "CLUSTER is the cluster's name, typed by each who approves."));
    }
    return lines;
  }

  private static List<String> steps(ShowJson state) {
    if (state.steps().isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        "Round "
            + state.round()
            + state.digest().map(digest -> ", digest " + Question.shortDigest(digest)).orElse(""));
    for (int index = 0; index < state.steps().size(); index++) {
      StepJson step = state.steps().get(index);
      String number = "%2d %s ".formatted(index + 1, mark(step.state()));
      lines.addAll(wrapped(number, words(step) + hazard(step)));
    }
    return lines;
  }

  /** Hazard of a step that has not begun, in brackets. */
  private static String hazard(StepJson step) {
    if (!step.state().equals("pending")) {
      return "";
    }
    return switch (step.hazard()) {
      case "destructive" -> " (destroys)";
      case "irreversible" -> " (cannot be undone)";
      default -> "";
    };
  }

  private static List<String> detail(ShowJson state) {
    List<String> lines = new ArrayList<>();
    state.briefing().ifPresent(briefing -> lines.addAll(cost(state, briefing)));
    lines.add("");
    lines.addAll(
        wrapped(
            "",
            "Asked by "
                + RequesterKind.toApprovers(state.requestedBy(), state.requester())
                + " at "
                + UtcTime.of(state.requestedAt())
                + "."));
    state.approvals().forEach(approval -> lines.addAll(approval(approval)));
    state.notices().forEach(notice -> lines.addAll(wrapped("", notice)));
    return lines;
  }

  /** Finding and cost, and while a question is open the rest of its briefing. */
  private static List<String> cost(ShowJson state, BriefingJson briefing) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.addAll(wrapped("Found: ", briefing.finding()));
    state
        .report()
        .map(LossReport::lines)
        .orElseGet(() -> List.of(briefing.promise()))
        .forEach(line -> lines.addAll(wrapped("Cost: ", line)));
    if (state.openApproval().isPresent()) {
      lines.addAll(wrapped("Margin: ", Briefing.margin(briefing.marginLine())));
      lines.addAll(wrapped("Snapshot: ", briefing.snapshotLine()));
      briefing.warnings().forEach(warning -> lines.addAll(wrapped("Warning: ", warning)));
    }
    return lines;
  }

  private static List<String> wrapped(String prefix, String words) {
    return words.lines().flatMap(line -> Sentences.wrapped(prefix, line, WIDTH).stream()).toList();
  }

  /** A step as {@code ✓ Remove member etcd-1, 03:04:12, 0.3 s: ...}. */
  static String line(StepJson step) {
    return mark(step.state()) + " " + words(step);
  }

  private static String words(StepJson step) {
    StringBuilder line = new StringBuilder(step.sentence());
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

  /** The choices at a parked operation. */
  static String choices(ShowJson state) {
    Table table = new Table();
    state.choices().forEach(choice -> table.row(choice.verb(), choice.sentence()));
    return table.text();
  }

  private static List<String> approval(ApprovalJson approval) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("Question " + approval.id() + ": " + approval.state() + ", " + needed(approval));
    approval.because().ifPresent(why -> lines.addAll(wrapped("  ", why)));
    approval
        .decisions()
        .forEach(
            one ->
                lines.addAll(
                    wrapped(
                        "  ",
                        one.verdict()
                            + " by "
                            + one.person()
                            + " ("
                            + one.door()
                            + ") at "
                            + UtcTime.bare(one.at())
                            + (one.reason().isBlank() ? "" : ": " + one.reason()))));
    approval
        .refused()
        .forEach(
            one ->
                lines.addAll(wrapped("  ", "not counted: " + one.person() + ": " + one.because())));
    return lines;
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
