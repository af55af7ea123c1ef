package io.quorate.playground.killing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * One process of the worker. The process talks over standard input and output, a line for each
 * message, and exits at the end of its standard input, so that it never outlives its parent.
 */
final class WorkerChild {
  /**
   * JVM options for a process that lives for minutes: the second compiler and parallel garbage
   * collection cost more than they save.
   */
  private static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private final Process process;
  private final CompletableFuture<Instant> polls = new CompletableFuture<>();
  private final CompletableFuture<KillPoint> trapped = new CompletableFuture<>();
  private final CompletableFuture<Boolean> passed = new CompletableFuture<>();

  private WorkerChild(Process process) {
    this.process = process;
    Thread.ofPlatform().daemon().name("worker-words").start(this::listen);
  }

  /**
   * Starts the worker in the Java and with the class path of this process; class files of another
   * build come first.
   *
   * @param points where the worker stops, at whichever comes first
   */
  static WorkerChild start(WorkerProgram program, Collection<KillPoint> points) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> !option.startsWith("-agentlib") && !option.startsWith("-javaagent"))
        .forEach(words::add);
    words.addAll(SHORT_LIVED);
    words.addAll(program.classes());
    words.add(program.main().getName());
    words.add(program.configuration().toString());
    points.stream().map(KillPoint::toString).forEach(words::add);
    return new WorkerChild(
        new ProcessBuilder(words)
            .redirectError(ProcessBuilder.Redirect.appendTo(program.log().toFile()))
            .start());
  }

  private void listen() {
    try (var lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        heard(line);
      }
    } catch (IOException closed) {
      // A broken output is treated as its end.
    } finally {
      var ended = new IOException("the worker's process ended");
      polls.completeExceptionally(ended);
      trapped.completeExceptionally(ended);
      passed.completeExceptionally(ended);
    }
  }

  private void heard(String line) {
    if (line.equals(WorkerWords.POLLS)) {
      polls.complete(Instant.now());
    } else if (line.equals(WorkerWords.PASSED)) {
      passed.complete(true);
    } else if (line.startsWith(WorkerWords.TRAPPED)) {
      trapped.complete(KillPoint.parse(line.substring(WorkerWords.TRAPPED.length())));
    }
  }

  /**
   * Returns the point at which the worker stopped, once it does; fails when the worker ends without
   * stopping.
   */
  CompletableFuture<KillPoint> trapped() {
    return trapped;
  }

  /** Completes when the attempt that was stopped has finished its call. */
  CompletableFuture<Boolean> passed() {
    return passed;
  }

  /** Tells the worker to stop at whichever of these points comes first. */
  void stopAt(Collection<KillPoint> points) throws IOException {
    say(
        WorkerWords.STOP_AT
            + points.stream().map(KillPoint::toString).collect(Collectors.joining(" ")));
  }

  /** Sends one of {@link WorkerWords}. */
  void say(String words) throws IOException {
    process.getOutputStream().write((words + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  long pid() {
    return process.pid();
  }

  void awaitPolling(Duration limit) throws IOException, InterruptedException {
    try {
      polls.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException never) {
      throw new IOException(
          "the worker did not start to poll within " + limit.toSeconds() + " s", never);
    }
  }

  Instant pollsSince() {
    return polls.join();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Sends SIGKILL and waits until the process is gone. */
  void kill() {
    process.destroyForcibly();
    boolean interrupted = false;
    while (process.isAlive()) {
      try {
        process.waitFor();
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    try {
      process.getOutputStream().close();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
