package io.quorate.command;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.RehearsalText;
import io.quorate.cluster.Sentences;
import io.quorate.operation.UtcTime;
import io.quorate.wire.WaitingJson;
import io.quorate.wire.WaitingJson.MatterJson;
import io.quorate.wire.WaitingJson.UnderWayJson;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Text of {@code quorate waiting}: the trouble, since when, who can act, the command. */
record WaitingText(WaitingJson found, Instant now, Paint paint) {
  String text() {
    StringBuilder text = new StringBuilder();
    found.notice().ifPresent(why -> text.append(unknown(why)));
    found.waiting().forEach(one -> text.append(matter(one)).append('\n'));
    if (found.waiting().isEmpty() && found.notice().isEmpty()) {
      text.append("Nothing waits for a person.\n");
    }
    found.underWay().forEach(one -> text.append(underWay(one)).append('\n'));
    return text.toString();
  }

  /** Returns the first line where a cluster did not answer, with the reason. */
  private String unknown(String why) {
    return paint.bad("Some clusters did not answer; something may wait there.")
        + "\n  "
        + why
        + "\n\n";
  }

  private String matter(MatterJson one) {
    StringBuilder text = new StringBuilder();
    String first = one.head().isEmpty() ? one.cluster() : one.head().getFirst();
    text.append(one.writesFailSince().isPresent() ? paint.bad(first) : paint.strong(first));
    one.head().stream().skip(1).limit(1).forEach(line -> text.append("\n  ").append(line));
    text.append("\n  ").append(mark(one)).append(waits(one)).append(who(one));
    text.append("\n  ").append(mark(one)).append("quorate ").append(command(one)).append('\n');
    return text.toString();
  }

  private static String mark(MatterJson one) {
    boolean rehearsal = one.head().stream().anyMatch(line -> line.contains(RehearsalText.WORD));
    return rehearsal ? RehearsalText.MARK : "";
  }

  private String waits(MatterJson one) {
    return Sentences.capital(one.sentence())
        + " since "
        + UtcTime.of(one.since())
        + ", "
        + Amounts.time(Duration.between(one.since(), now))
        + ".";
  }

  private static String who(MatterJson one) {
    String able =
        one.canAct().isEmpty() ? "" : " Can act: " + String.join(", ", one.canAct()) + ".";
    return able
        + onIt(one).map(words -> " " + words + ".").orElse(" Nobody is on it.")
        + one.nextReminder().map(at -> " Next reminder " + UtcTime.of(at) + ".").orElse("");
  }

  private static Optional<String> onIt(MatterJson one) {
    return one.onIt()
        .map(
            who ->
                who
                    + " is on it"
                    + one.onItSince().map(at -> " since " + UtcTime.of(at)).orElse(""));
  }

  private static String command(MatterJson one) {
    return one.operation().map(id -> "show " + id).orElse("report " + one.cluster());
  }

  private static String underWay(UnderWayJson one) {
    return one.operation() + " goes on by itself: " + one.title() + ", " + one.state() + ".";
  }

  /** Returns the first lines about what is needed or under way on one cluster. */
  static List<String> head(WaitingJson found, String cluster) {
    WaitingJson its = found.of(cluster);
    return its.waiting().stream()
        .min(Comparator.comparing(one -> one.operation().isEmpty()))
        .map(MatterJson::head)
        .or(() -> its.underWay().stream().findFirst().map(UnderWayJson::head))
        .orElse(List.of());
  }

  /** Returns what is under way on one cluster, in one line; empty where nothing is. */
  static Optional<String> line(WaitingJson found, String cluster) {
    WaitingJson its = found.of(cluster);
    return its.waiting().stream()
        .filter(one -> one.operation().isPresent())
        .findFirst()
        .map(WaitingText::waitingLine)
        .or(() -> its.underWay().stream().findFirst().map(WaitingText::runningLine));
  }

  private static String waitingLine(MatterJson one) {
    return "Under way: "
        + one.sentence()
        + " since "
        + UtcTime.of(one.since())
        + onIt(one).map(words -> ", " + words).orElse("")
        + ": quorate show "
        + one.cluster();
  }

  private static String runningLine(UnderWayJson one) {
    return "Under way: "
        + one.title()
        + ", "
        + one.state()
        + " since "
        + UtcTime.of(one.since())
        + ": quorate show "
        + one.cluster();
  }
}
