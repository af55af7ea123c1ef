package io.quorate.volume;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.shell.Facts;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads lines of etcd's log: JSON since 3.5, plain text before, and the plain lines of a panic. */
public final class EtcdLog {
  /**
   * Texts that etcd prints at its start, seen with 3.4.23 (plain text), 3.5.35, 3.6.16 and 3.7.3.
   * Recognised environment variables are among the first lines of all of them.
   */
  static final List<String> START_LINES =
      List.of(
          // Quorate writes this line itself: with ETCD_LOG_LEVEL=warn etcd prints none of the
          // others.
          "quorate: starting ",
          "recognized and used environment variable",
          "etcdmain: etcd Version: ",
          "\"msg\":\"Running: \"",
          "\"msg\":\"starting an etcd server\"");

  /**
   * Line that etcd prints at level info once the member is in its cluster and takes requests; all
   * versions print the line.
   */
  static final String SERVES = "ready to serve client requests";

  /** Beginning of the line that Quorate writes after setting the member's data directory aside. */
  static final String SET_ASIDE = "quorate: set aside ";

  private static final String OWN_START = START_LINES.get(0);
  private static final int SHORT = 300;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("yyyy-MM-dd'T'HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .appendOffset("+HHMM", "Z")
          .toFormatter(Locale.ROOT);

  /**
   * Lines after the reason for the end of a Go program: the program's usage, or the stacks of its
   * threads. Lines of systemd about a unit of any name count too.
   */
  private static final Pattern AFTER_THE_LAST_WORDS =
      Pattern.compile(
          "(Starting|Started|Stopping|Stopped|Failed to start) .*|\\S+\\.service: .*|Usage:|\\s.*"
              + "|goroutine \\d+ .*|created by .*|[\\w./*()-]+\\(.*\\)");

  private static final Pattern TEXT_TIME =
      Pattern.compile("^(\\d{4}-\\d\\d-\\d\\d) (\\d\\d:\\d\\d:\\d\\d\\.\\d{1,9}) [A-Z] \\| ");

  private static final Pattern TEXT_ERROR =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d+ [EC] \\| .*");

  private EtcdLog() {}

  /** The lines of each run, oldest first; the first may lack its beginning. None is empty. */
  static List<List<String>> runs(List<String> lines) {
    List<List<String>> runs = new ArrayList<>();
    int begin = 0;
    for (int i = 1; i <= lines.size(); i++) {
      if (i == lines.size() || startsAt(lines, i)) {
        runs.add(lines.subList(begin, i));
        begin = i;
      }
    }
    return runs;
  }

  /** Whether a run begins with this line: a start has several lines. */
  private static boolean startsAt(List<String> lines, int i) {
    return isStart(lines.get(i)) && !isStart(lines.get(i - 1));
  }

  private static boolean isStart(String line) {
    return START_LINES.stream().anyMatch(line::contains);
  }

  /**
   * Whether a run either served, or logs so little that it would not have said so: lines of etcd's
   * own start have the same level.
   */
  static boolean mayHaveServed(List<String> run) {
    return run.stream().anyMatch(line -> line.contains(SERVES))
        || run.stream().noneMatch(line -> isStart(line) && !line.contains(OWN_START));
  }

  /** When a line was written; empty for plain text, which names no time zone. */
  static Optional<Instant> time(String line) {
    return json(line).map(node -> node.path("ts").asText()).flatMap(EtcdLog::instant);
  }

  /**
   * Returns the latest time at which a line can have been written; empty where the line has no
   * time. Plain text has the local time of its machine without a time zone. Local time is at most
   * twelve hours behind UTC.
   */
  static Optional<Instant> latest(String line) {
    return time(line)
        .or(
            () ->
                Optional.of(TEXT_TIME.matcher(line))
                    .filter(Matcher::find)
                    .flatMap(found -> instant(found.group(1) + "T" + found.group(2) + "-1200")));
  }

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text, TIME).toInstant());
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /**
   * Message and error of a log line, in lower case. Fields that hold what a client sent are left
   * out, because a key may contain any text.
   */
  static String complaint(String line) {
    Optional<JsonNode> json = json(line);
    if (json.isPresent()) {
      JsonNode node = json.get();
      return (node.path("msg").asText() + " " + node.path("error").asText())
          .toLowerCase(Locale.ROOT);
    }
    boolean speaks = line.startsWith("panic: ") || TEXT_ERROR.matcher(line).matches();
    return speaks ? line.toLowerCase(Locale.ROOT) : "";
  }

  /** The last lines of a log in the facts of a script, shortened, the oldest first. */
  public static List<String> lastLines(Facts facts) {
    return facts.all("last").stream().map(EtcdLog::shortened).toList();
  }

  /**
   * The last of these lines that gives a reason for the end of etcd; what systemd says of the unit
   * stands in the same journal.
   */
  public static Optional<String> lastWords(List<String> lines) {
    return lines.stream()
        .filter(line -> !line.isBlank())
        .filter(line -> !AFTER_THE_LAST_WORDS.matcher(line).matches())
        .reduce((earlier, later) -> later);
  }

  /** Level, message and error of a log line, for people. */
  public static String shortened(String line) {
    String text = json(line).map(EtcdLog::shortened).orElse(line);
    return text.length() <= SHORT ? text : text.substring(0, SHORT - 3) + "...";
  }

  private static String shortened(JsonNode node) {
    String error = node.path("error").asText();
    return node.path("level").asText()
        + ": "
        + node.path("msg").asText().strip()
        + (error.isEmpty() ? "" : ": " + error);
  }

  private static Optional<JsonNode> json(String line) {
    if (!line.startsWith("{")) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readTree(line));
    } catch (JsonProcessingException e) {
      return cutOff(line);
    }
  }

  /**
   * Parses a line that was cut at its length limit: only its last field, the stack trace, is
   * incomplete.
   */
  private static Optional<JsonNode> cutOff(String line) {
    int trace = line.indexOf(",\"stacktrace\":");
    if (trace < 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readTree(line.substring(0, trace) + "}"));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
