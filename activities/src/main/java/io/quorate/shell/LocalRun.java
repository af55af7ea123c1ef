package io.quorate.shell;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The process of a script on this machine. It is killed at the end of its time. */
final class LocalRun implements AutoCloseable {
  private static final int ERRORS_KEPT = 4000;

  private final ScriptRun run;
  private final Process process;
  private final LinkedBlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();
  private final CompletableFuture<String> errors = new CompletableFuture<>();

  LocalRun(String name, ScriptRun run, Process process) {
    this.run = run;
    this.process = process;
    // The pipes are read in threads of their own, because a read of a pipe has no time limit.
    Thread.ofVirtual().name("script-" + name + "-output").start(this::readLines);
    Thread.ofVirtual().name("script-" + name + "-errors").start(this::readErrors);
  }

  Shell.Ended toItsEnd() throws InterruptedException, TimeoutException {
    var output = new StringBuilder();
    for (@Nullable String line = next(); line != null; line = next()) {
      if (run.asks(line)) {
        answer(output.toString());
      } else {
        output.append(line).append('\n');
      }
    }
    if (!process.waitFor(run.left(), TimeUnit.NANOSECONDS)) {
      throw new TimeoutException();
    }
    return new Shell.Ended(process.exitValue(), output.toString(), errorsSoFar());
  }

  private @Nullable String next() throws InterruptedException, TimeoutException {
    Optional<String> line = lines.poll(run.left(), TimeUnit.NANOSECONDS);
    if (line == null) {
      throw new TimeoutException();
    }
    return line.orElse(null);
  }

  private void answer(String output) {
    try {
      run.answer(output, process.getOutputStream());
    } catch (IOException e) {
      // The script timed out waiting for our reply; its exit code says so.
      errors.complete("nobody took the answer: " + e.getMessage());
    }
  }

  private String errorsSoFar() throws InterruptedException {
    try {
      return errors.get(1, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return "";
    }
  }

  private void readLines() {
    try (InputStream stream = process.getInputStream();
        var sink = new LineSink(line -> lines.add(Optional.of(line)), "")) {
      stream.transferTo(sink);
    } catch (IOException e) {
      errors.complete("its output broke off: " + e.getMessage());
    }
    lines.add(Optional.empty());
  }

  private void readErrors() {
    try (InputStream stream = process.getErrorStream()) {
      byte[] kept = stream.readNBytes(ERRORS_KEPT);
      stream.transferTo(OutputStream.nullOutputStream());
      errors.complete(new String(kept, StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      errors.complete("its errors broke off: " + e.getMessage());
    }
  }

  /**
   * Ends the script if it still runs: the script before its children, so that it starts no further
   * process.
   */
  @Override
  public void close() throws IOException {
    if (process.isAlive()) {
      process.destroyForcibly();
      endGroup();
    }
    closeInput();
  }

  /** Kills the process group. A list of child processes would be out of date at once. */
  private void endGroup() throws IOException {
    String pid = Long.toString(process.pid());
    new ProcessBuilder("/bin/sh", "-c", "kill -s KILL -- \"-$1\"", "sh", pid)
        .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private void closeInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // Closing the input of a script that is gone fails, but frees the descriptor all the same.
      errors.complete("");
    }
  }
}
