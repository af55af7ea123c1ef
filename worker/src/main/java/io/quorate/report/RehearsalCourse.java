package io.quorate.report;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.RehearsalText;
import io.quorate.operation.NotifierProgress;
import io.quorate.operation.Phase;
import io.quorate.wire.ReportJson.OperationJson;
import io.quorate.wire.ReportJson.PressedJson;
import io.quorate.wire.ReportJson.RehearsalJson;
import io.quorate.wire.TimelineEvent;
import io.quorate.wire.TimelineJson;
import io.quorate.wire.TimelineJson.EntryJson;
import io.quorate.wire.TimelineJson.QuestionJson;
import io.quorate.wire.TimelineJson.WhoJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Course of a rehearsal: who was reached, after how long, who pressed what, and what did not work.
 *
 * @param told how far people have been told; empty where that is not known
 */
record RehearsalCourse(OperationJson operation, Optional<NotifierProgress> told) {
  /** Time after which the rule of the pager fires (docs/rules/quorate.yml). */
  private static final Duration PAGER = Duration.ofMinutes(10);

  static boolean isOne(OperationJson operation) {
    return RehearsalText.isOne(operation.timeline().runbook());
  }

  /** Returns the course; empty for an operation that is none, or that asked nobody. */
  Optional<RehearsalJson> course() {
    return Optional.of(operation)
        .filter(RehearsalCourse::isOne)
        .flatMap(one -> asked(one.timeline()))
        .map(this::course);
  }

  private static Optional<EntryJson> asked(TimelineJson timeline) {
    return timeline.entries().stream()
        .filter(entry -> entry.what().equals(TimelineEvent.QUESTION_ASKED.words()))
        .findFirst();
  }

  private RehearsalJson course(EntryJson asked) {
    List<PressedJson> pressed =
        operation.timeline().entries().stream()
            .filter(entry -> !entry.what().equals(TimelineEvent.REQUESTED.words()))
            .flatMap(entry -> entry.who().map(who -> pressed(entry, who, asked.at())).stream())
            .toList();
    Instant due = asked.at().plus(PAGER);
    boolean late = operation.timeline().endedAt().map(end -> !end.isBefore(due)).orElse(false);
    return new RehearsalJson(
        asked.at(),
        told.flatMap(NotifierProgress::told),
        told.flatMap(NotifierProgress::reminded),
        Optional.of(due).filter(at -> late),
        pressed,
        failed(asked, pressed, late));
  }

  private static PressedJson pressed(EntryJson entry, WhoJson who, Instant asked) {
    return new PressedJson(
        who.name(),
        who.verb(),
        who.door(),
        entry.at(),
        Math.max(0, Duration.between(asked, entry.at()).toSeconds()),
        who.counted(),
        who.answer());
  }

  private List<String> failed(EntryJson asked, List<PressedJson> pressed, boolean late) {
    List<String> failed = new ArrayList<>();
    told.ifPresentOrElse(
        known -> known.trouble().ifPresent(why -> failed.add("People could not be told: " + why)),
        () ->
            failed.add(
                "Nobody was told by Slack, or who was is not known: see quorate check for the"
                    + " channel."));
    int needed = asked.question().map(QuestionJson::needed).orElse(1);
    long answered = pressed.stream().filter(PressedJson::counted).count();
    if (answered == 0) {
      failed.add("Nobody answered.");
    } else if (operation.timeline().state().equals(Phase.EXPIRED.words())) {
      failed.add("Only " + answered + " of " + needed + " answered in time.");
    }
    if (late) {
      failed.add("The answers took so long that the pager was due.");
    }
    pressed.stream()
        .filter(one -> !one.counted())
        .forEach(
            one -> failed.add("An answer of " + one.name() + " did not count: " + one.answer()));
    return failed;
  }

  /** Returns the headline of the report. */
  static String headline(OperationJson operation, Optional<RehearsalJson> course) {
    String how = operation.timeline().state().replace('-', ' ');
    Optional<PressedJson> last =
        course.flatMap(
            known ->
                known.pressed().stream().filter(PressedJson::counted).reduce((one, two) -> two));
    return "a rehearsal, "
        + how
        + last.map(one -> " after " + Amounts.time(Duration.ofSeconds(one.secondsAfter())))
            .orElse(", and nobody answered")
        + "; nothing was changed";
  }
}
