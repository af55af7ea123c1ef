package io.quorate.playground;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The log of this process goes to a file while the play is on: people watch the play. The logger
 * looks up standard error at each line, so no setting of it is needed.
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

  /** Where everything is and, after a failure, what the logs said last. */
  static void show(StageFolder folder, int code, Narrator narrator) throws IOException {
    if (code != 0) {
      for (String name : List.of("worker", "gateway")) {
        last(folder.log(name), narrator);
      }
    }
    narrator.plain("Files and logs: " + folder.path());
  }

  private static void last(Path log, Narrator narrator) throws IOException {
    if (!Files.exists(log)) {
      return;
    }
    try (Stream<String> lines = Files.lines(log)) {
      List<String> all = lines.toList();
      narrator.plain("The last lines of " + log + ":");
      all.subList(Math.max(0, all.size() - LAST_LINES), all.size())
          .forEach(line -> narrator.plain("  " + line));
    }
  }

  @Override
  public void close() {
    System.setErr(before);
    file.close();
  }
}
