package io.quorate.hosts;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads lines of etcd's log: JSON since 3.5, plain text before, and the plain lines of a panic. */
final class EtcdLog {
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

  private static final int SHORT = 300;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern TEXT_ERROR =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d+ [EC] \\| .*");

  private EtcdLog() {}

  /** The lines after the last start; all lines when no start is among them. */
  static List<String> lastRun(List<String> lines) {
    int begin = 0;
    for (int i = 0; i < lines.size(); i++) {
      if (START_LINES.stream().anyMatch(lines.get(i)::contains)) {
        begin = i + 1;
      }
    }
    return lines.subList(begin, lines.size());
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

  /** Level, message and error of a log line, for people. */
  static String shortened(String line) {
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
