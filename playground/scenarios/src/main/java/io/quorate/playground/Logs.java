package io.quorate.playground;

import io.quorate.playground.telling.Narrator;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The log of this process, redirected to a file during the play so that people see only the play.
 * The logger looks up standard error at each line, so replacing that stream suffices.
 */
final class Logs implements AutoCloseable {
  private static final int LAST_LINES = 12;

  private final PrintStream before;
  private final PrintStream file;

  private Logs(PrintStream before, PrintStream file) {
    this.before = before;
    this.file = file;
  }

  static Logs into(StageFolder folder, Narrator narrator) throws IOException {
    Path log = folder.log("gateway");
    var logs =
        new Logs(
            System.err,
            new PrintStream(
                new FileOutputStream(log.toFile(), true), true, StandardCharsets.UTF_8));
    System.setErr(logs.file);
    narrator.tell("everything is below " + folder.path());
    return logs;
  }

  /** Shows the last lines of the logs; of a log with warnings, only its warnings. */
  static void show(StageFolder folder, Narrator narrator) throws IOException {
    for (String name : List.of("worker", "gateway", "serve", "temporal")) {
      last(folder.log(name), narrator);
    }
  }

  private static void last(Path log, Narrator narrator) throws IOException {
    if (!Files.exists(log)) {
      return;
    }
    List<String> all = Files.readAllLines(log);
    List<String> warnings = all.stream().filter(Logs::isWarning).toList();
    List<String> shown = warnings.isEmpty() ? all : warnings;
    narrator.plain("The last lines of " + log + ":");
    shown
        .subList(Math.max(0, shown.size() - LAST_LINES), shown.size())
        .forEach(line -> narrator.plain("  " + line));
  }

  private static boolean isWarning(String line) {
    return line.contains(" WARN ") || line.contains(" ERROR ");
  }

  @Override
  public void close() {
    System.setErr(before);
    file.close();
  }
}
