package io.quorate.report;

import io.quorate.cluster.Amounts;
import io.quorate.operation.RequesterKind;
import io.quorate.wire.ReportJson;
import io.quorate.wire.ReportJson.AlertJson;
import io.quorate.wire.ReportJson.LeftJson;
import io.quorate.wire.ReportJson.MilestoneJson;
import io.quorate.wire.ReportJson.OperationJson;
import io.quorate.wire.ReportJson.PressedJson;
import io.quorate.wire.ReportJson.RehearsalJson;
import io.quorate.wire.TimelineJson;
import io.quorate.wire.TimelineJson.EntryJson;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A report as people read it, in Markdown: first what happened, what was lost and what is left,
 * then how long it took, then each operation with everybody who decided.
 */
public final class ReportText {
  private final ReportJson report;
  private final StringBuilder text = new StringBuilder();

  private ReportText(ReportJson report) {
    this.report = report;
  }

  /** Returns the report in Markdown. */
  public static String markdown(ReportJson report) {
    return new ReportText(report).written();
  }

  private String written() {
    line("# " + report.cluster() + ": " + Prose.of(report.headline()));
    line("");
    line(
        subject() + " " + Times.span(report.openedAt(), report.closedAt()) + " All times are UTC.");
    report.notices().forEach(notice -> line("\nMissing here: " + Prose.of(notice)));
    report.rehearsal().ifPresentOrElse(this::rehearsal, this::whatHappened);
    links();
    return text.toString();
  }

  private void whatHappened() {
    inShort();
    milestones();
    spans();
    decisions();
    alerts();
    findings();
    for (int index = 0; index < report.operations().size(); index++) {
      operation(index + 1, report.operations().get(index));
    }
    lost();
    left();
  }

  /** Writes the course of a rehearsal: people reached, buttons pressed, failures. */
  private void rehearsal(RehearsalJson course) {
    head("Who was reached");
    item("The question was asked at " + Times.clock(course.askedAt()) + ".");
    item(
        course
            .toldAt()
            .map(at -> "It stood in Slack at " + Times.clock(at) + ", " + after(course, at))
            .orElse("Whether it stood in Slack is not known."));
    course
        .remindedAt()
        .ifPresent(at -> item("People were reminded, last at " + Times.clock(at) + "."));
    course.pagerDueAt().ifPresent(at -> item("The pager was due at " + Times.clock(at) + "."));
    head("Who pressed what");
    course.pressed().forEach(one -> item(pressed(one)));
    if (course.pressed().isEmpty()) {
      line("Nobody pressed anything.");
    }
    head("What did not work");
    course.failed().forEach(this::item);
    if (course.failed().isEmpty()) {
      line("All of it worked.");
    }
    for (int index = 0; index < report.operations().size(); index++) {
      operation(index + 1, report.operations().get(index));
    }
  }

  private static String after(RehearsalJson course, Instant at) {
    return Amounts.time(Duration.between(course.askedAt(), at)) + " after it was asked.";
  }

  private static String pressed(PressedJson one) {
    return Times.clock(one.at())
        + ", after "
        + Amounts.time(Duration.ofSeconds(one.secondsAfter()))
        + ": "
        + one.name()
        + ", "
        + one.verb()
        + one.door().map(door -> ", " + door).orElse("")
        + ". "
        + (one.counted() ? "" : "It did not count: ")
        + one.answer();
  }

  private String subject() {
    return report.kind().equals(Reports.INCIDENT)
        ? "Incident " + report.incident() + "."
        : "Operation " + report.incident() + ", which had no incident.";
  }

  private void inShort() {
    head("In short");
    report.findings().stream()
        .filter(found -> !Reports.isWhole(found))
        .findFirst()
        .ifPresent(found -> item("At first, " + Times.clock(found.at()) + ": " + found.sentence()));
    Causes.sentence(report).ifPresent(this::item);
    stood()
        .all()
        .forEach(
            one -> item("Found: " + one.name() + ", " + one.span() + ": " + one.what().sentence()));
    report.outages().forEach(outage -> item(Outages.sentence(outage, report.findings())));
    if (report.outages().isEmpty()) {
      item("Writes: no diagnosis says that they failed.");
    }
    OutsideChanges outside = new OutsideChanges(report);
    for (int index = 0; index < report.operations().size(); index++) {
      if (index > 0) {
        outside.before(index).ifPresent(this::item);
      }
      item("Operation " + (index + 1) + ": " + summary(report.operations().get(index)));
    }
    item("Lost: " + Remains.worst(report.operations()));
    line(
        report.left().isEmpty()
            ? "- Left to remove: nothing that an operation recorded."
            : "- Left: "
                + Amounts.count(report.left().size(), "thing")
                + "; see [What is left](#what-is-left).");
    report.findings().stream()
        .reduce((one, other) -> other)
        .ifPresent(found -> item((report.isOpen() ? "Now: " : "At the end: ") + found.sentence()));
  }

  private static String summary(OperationJson one) {
    TimelineJson timeline = one.timeline();
    return EntryText.title(timeline)
        + ", asked for by "
        + asker(timeline)
        + ": "
        + timeline.state().replace('-', ' ')
        + ". "
        + one.because();
  }

  private static String asker(TimelineJson timeline) {
    return RequesterKind.named(timeline.requestedBy(), timeline.requester());
  }

  private void milestones() {
    if (report.milestones().isEmpty()) {
      return;
    }
    head("How long it took");
    line("| time | | after the one before | after the first |");
    line("|---|---|---|---|");
    Optional<MilestoneJson> before = Optional.empty();
    for (MilestoneJson one : report.milestones()) {
      line(
          "| "
              + Times.dated(one.at(), before.map(MilestoneJson::at))
              + " | "
              + Milestones.sentence(one.name())
              + " | "
              + (before.isPresent() ? time(one.secondsSinceLast()) : "")
              + " | "
              + (before.isPresent() ? time(one.secondsSinceFirst()) : "")
              + " |");
      before = Optional.of(one);
    }
  }

  private static String time(long seconds) {
    return Amounts.time(Duration.ofSeconds(seconds));
  }

  /** Writes the times of each operation in a line: question, answer, first change, end. */
  private void spans() {
    if (report.operations().size() < 2) {
      return;
    }
    line("");
    line("| operation | began | question | answered after | first change | ended |");
    line("|---|---|---|---|---|---|");
    for (OperationJson one : report.operations()) {
      TimelineJson timeline = one.timeline();
      OperationTimes times = OperationTimes.of(timeline);
      line(
          "| "
              + timeline.operation()
              + " | "
              + Times.clock(timeline.requestedAt())
              + " | "
              + times.asked().map(Times::clock).orElse("none")
              + " | "
              + times.answer().map(Amounts::time).orElse(times.asked().isPresent() ? "never" : "")
              + " | "
              + times.firstChange().map(Times::clock).orElse("none")
              + " | "
              + timeline.endedAt().map(Times::clock).orElse("not yet")
              + ", "
              + timeline.state().replace('-', ' ')
              + " |");
    }
    IdleTime.sentence(report.operations()).ifPresent(words -> line("\n" + Prose.of(words)));
  }

  /** Everybody who decided or steered, also where it did not count. */
  private void decisions() {
    head("Who decided");
    boolean any = false;
    for (OperationJson one : report.operations()) {
      for (EntryJson entry : one.timeline().entries()) {
        if (entry.who().isPresent() && !entry.what().equals("requested")) {
          item(
              Times.clock(entry.at())
                  + " "
                  + EntryText.of(entry)
                  + " ("
                  + one.timeline().operation()
                  + ")");
          any = true;
        }
      }
    }
    if (!any) {
      line("Nobody decided anything.");
    }
  }

  private void alerts() {
    if (report.alerts().isEmpty()) {
      return;
    }
    head("Alerts");
    line("| alert | fires since | reached Quorate | over |");
    line("|---|---|---|---|");
    // Two alerts of a name that began in the same second are one to people.
    report.alerts().stream().map(ReportText::row).distinct().forEach(this::line);
  }

  private static String row(AlertJson alert) {
    return "| "
        + Prose.cell(alert.name())
        + " | "
        + Times.clock(alert.startsAt())
        + " | "
        + Times.clock(alert.heardAt())
        + " | "
        + alert.resolvedAt().map(Times::clock).orElse("not heard")
        + " |";
  }

  private StoodFindings stood() {
    return new StoodFindings(report.alerts(), report.closedAt());
  }

  /** Something that was seen at a time. */
  private record Seen(Instant at, String words) {}

  private void findings() {
    head("What was wrong, by time");
    Optional<Instant> before = Optional.empty();
    List<Seen> seen =
        Stream.concat(
                report.findings().stream()
                    .map(
                        one ->
                            new Seen(
                                one.at(), one.name().replace('-', ' ') + ": " + one.sentence())),
                stood().all().stream().flatMap(ReportText::seen))
            .sorted(Comparator.comparing(Seen::at))
            .toList();
    for (Seen one : seen) {
      item(Times.dated(one.at(), before) + " " + one.words());
      before = Optional.of(one.at());
    }
  }

  private static Stream<Seen> seen(StoodFindings.Stood one) {
    return Stream.concat(
        Stream.of(new Seen(one.heardAt(), one.name() + ": " + one.what().sentence())),
        one.over().stream().map(at -> new Seen(at, one.name() + " is over.")));
  }

  private void operation(int number, OperationJson one) {
    TimelineJson timeline = one.timeline();
    String title = Prose.of(EntryText.title(timeline));
    head("Operation " + number + ": " + title + ", " + timeline.state());
    line(
        Prose.of(
            timeline.operation()
                + ", runbook "
                + timeline.runbook()
                + ", asked for by "
                + asker(timeline)
                + ". "
                + Times.span(timeline.requestedAt(), timeline.endedAt())
                + " "
                + one.because()));
    line("");
    one.warnings().forEach(warning -> item("Its approvers were warned: " + warning));
    Optional<Instant> before = Optional.empty();
    for (EntryJson entry : timeline.entries()) {
      if (EntryText.isShown(timeline, entry)) {
        item(Times.dated(entry.at(), before) + " " + EntryText.shorter(timeline, entry));
        before = Optional.of(entry.at());
      }
    }
  }

  private void lost() {
    head("What was lost");
    if (report.lost().isEmpty()) {
      line("No operation gave up data.");
    }
    report.lost().forEach(this::item);
  }

  private void left() {
    head("What is left");
    if (report.left().isEmpty()) {
      line("Nothing that an operation recorded.");
      return;
    }
    line(
        "Quorate never removes what it kept. See what is still there with `quorate snapshots "
            + report.cluster()
            + " --aside`; remove it once nobody needs it.");
    line("");
    report.left().forEach(one -> item(left(one)));
  }

  private static String left(LeftJson one) {
    return one.operation() + ": " + one.what() + one.where().map(where -> ": " + where).orElse("");
  }

  private void links() {
    head("Where to see more");
    report.operations().stream()
        .map(one -> one.timeline().operation())
        .forEach(id -> line("- `quorate timeline " + id + "`"));
    report.links().forEach(link -> item(link.what() + ": " + link.url()));
  }

  private void head(String words) {
    line("");
    line("## " + words);
    line("");
  }

  private void item(String words) {
    line("- " + Prose.of(words));
  }

  private void line(String words) {
    text.append(words).append('\n');
  }
}
