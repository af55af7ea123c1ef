package io.quorate.lab.machine;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program that runs to its end, with nothing on its standard input.
 *
 * @param environment the whole environment; nothing is inherited from this process
 */
public record Command(List<String> words, Map<String, String> environment, Path directory) {
  private static final Duration KILL = Duration.ofSeconds(10);

  public Command {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
  }

  /**
   * Creates a command of a program and its arguments, in the environment and the working directory
   * of this process.
   */
  public static Command of(String... words) {
    return of(List.of(words));
  }

  /** Creates a command as {@link #of(String...)} does, from a list. */
  public static Command of(List<String> words) {
    return new Command(words, System.getenv(), Path.of("").toAbsolutePath());
  }

  /** Returns this command with more arguments at its end. */
  public Command and(String... more) {
    return new Command(
        Stream.concat(words.stream(), Stream.of(more)).toList(), environment, directory);
  }

  /** Returns this command with one environment variable added or replaced. */
  public Command with(String name, String value) {
    var more = new HashMap<>(environment);
    more.put(name, value);
    return withOnly(more);
  }

  /** Returns this command with this environment and nothing of the process's own. */
  public Command withOnly(Map<String, String> other) {
    return new Command(words, other, directory);
  }

  /** Returns this command in another working directory. */
  public Command in(Path other) {
    return new Command(words, environment, other);
  }

  /**
   * Runs the program. Kills the program and its descendants when it takes longer than the limit or
   * this thread is interrupted.
   *
   * @throws IOException when the program cannot be started, or did not end within the limit
   */
  public Finished run(Duration limit) throws IOException, InterruptedException {
    // A file and not a pipe: a grandchild that keeps the pipe open would block the reader.
    Path output = Files.createTempFile("quorate", ".out");
    try {
      Process process = started(output.toFile());
      try {
        if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
          throw new IOException(words.getFirst() + " did not end within " + Await.seconds(limit));
        }
      } finally {
        kill(process);
      }
      return new Finished(
          process.exitValue(), new String(Files.readAllBytes(output), StandardCharsets.UTF_8));
    } finally {
      Files.deleteIfExists(output);
    }
  }

  /** Kills the processes and waits for the ends of them: a signal takes a moment. */
  private static void kill(Process process) throws InterruptedException {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    Await.until(
        "the end of killed processes", KILL, () -> all.stream().noneMatch(ProcessHandle::isAlive));
  }

  /**
   * Runs the program as {@link #run} does, and returns its output.
   *
   * @throws IOException also when the program fails; the message has the program's last line
   */
  public String outputWithin(Duration limit) throws IOException, InterruptedException {
    Finished finished = run(limit);
    if (!finished.succeeded()) {
      throw new IOException(String.join(" ", words) + ": " + finished.lastLine());
    }
    return finished.output();
  }

  private Process started(File output) throws IOException {
    var builder =
        new ProcessBuilder(words)
            .directory(directory.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(output);
    builder.environment().clear();
    builder.environment().putAll(environment);
    try {
      return builder.start();
    } catch (IOException absent) {
      // Java's own message repeats the working directory and the error number.
      throw new IOException(words.getFirst() + " cannot be started", absent);
    }
  }

  /**
   * Result of a program that ended.
   *
   * @param output standard output and standard error, in the order they were written
   */
  public record Finished(int exitCode, String output) {

    public boolean succeeded() {
      return exitCode == 0;
    }

    /** Returns the last line that is not blank, which is where programs say why they failed. */
    public String lastLine() {
      return output
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty())
          .reduce((earlier, later) -> later)
          .orElse("it said nothing, exit code " + exitCode);
    }
  }
}
