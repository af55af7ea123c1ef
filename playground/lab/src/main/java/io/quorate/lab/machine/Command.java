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

/**
 * A program that is run to its end, with nothing on its standard input.
 *
 * @param environment all of it, not only what differs from ours
 */
public record Command(List<String> words, Map<String, String> environment, Path directory) {

  public Command {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
  }

  /** The program and its arguments, in our environment and our working directory. */
  public static Command of(String... words) {
    return of(List.of(words));
  }

  /** The same as {@link #of(String...)}. */
  public static Command of(List<String> words) {
    return new Command(words, System.getenv(), Path.of("").toAbsolutePath());
  }

  /** The same command with one more environment variable, or another value for it. */
  public Command with(String name, String value) {
    var more = new HashMap<>(environment);
    more.put(name, value);
    return withOnly(more);
  }

  /** The same command with this environment and nothing of ours. */
  public Command withOnly(Map<String, String> other) {
    return new Command(words, other, directory);
  }

  /** The same command in another working directory. */
  public Command in(Path other) {
    return new Command(words, environment, other);
  }

  /**
   * Runs it; kills it, and what it started, when it takes longer than the limit or we are
   * interrupted.
   *
   * @throws IOException when it cannot be started, or did not end within the limit
   */
  public Finished run(Duration limit) throws IOException, InterruptedException {
    // A file, not a pipe: a grandchild that keeps a pipe open could make us wait for ever.
    Path output = Files.createTempFile("quorate", ".out");
    try {
      Process process = started(output.toFile());
      try {
        if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
          throw new IOException(words.getFirst() + " did not end within " + Await.seconds(limit));
        }
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
      return new Finished(
          process.exitValue(), new String(Files.readAllBytes(output), StandardCharsets.UTF_8));
    } finally {
      Files.deleteIfExists(output);
    }
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
      // Java's own message repeats the folder and the error number.
      throw new IOException(words.getFirst() + " cannot be started", absent);
    }
  }

  /**
   * How it ended.
   *
   * @param output standard output and standard error, as they came
   */
  public record Finished(int exitCode, String output) {

    public boolean succeeded() {
      return exitCode == 0;
    }

    /** The last line that is not blank: where programs say why they failed. */
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
