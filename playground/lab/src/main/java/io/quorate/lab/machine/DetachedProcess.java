package io.quorate.lab.machine;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A server process in a session of its own. The server survives Ctrl-C and the end of this process,
 * and is found again by its pid file.
 *
 * @param pidFile begins with the server's pid, written by the shell that becomes the server
 * @param logFile the server's output is appended here
 * @param mark an environment entry, {@code NAME=value}, that no other process has: a pid may have
 *     been reused, and another process must never get our signals
 */
public record DetachedProcess(Path pidFile, Path logFile, String mark) {

  private static final Duration START_LIMIT = Duration.ofSeconds(10);
  private static final Duration SIGNAL_LIMIT = Duration.ofSeconds(10);

  /** A shell script that writes its pid and becomes the server; exec keeps the pid. */
  private static final String WRITE_PID_AND_BECOME = "echo $$ > \"$0\" && exec \"$@\"";

  /**
   * Starts the server and returns as soon as its pid file is written, which may be before the
   * server serves.
   *
   * @param environment the whole environment; must contain the mark
   * @throws IllegalStateException when the server runs already
   */
  public void start(List<String> words, Map<String, String> environment)
      throws IOException, InterruptedException {
    if (isRunning()) {
      throw new IllegalStateException(pidFile + " names a process that is still running");
    }
    Files.deleteIfExists(pidFile);
    var all = new ArrayList<>(List.of("setsid", "sh", "-c", WRITE_PID_AND_BECOME));
    all.add(pidFile.toString());
    all.addAll(words);
    var builder =
        new ProcessBuilder(all)
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile.toFile()));
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process starter = builder.start();
    // During exec the process has no environment by which it could be recognised.
    Await.until(
        words.getFirst() + " to be the process in " + pidFile,
        START_LIMIT,
        () -> hasBecome(words.getFirst()) || !starter.isAlive());
    if (writtenPid().isEmpty()) {
      throw new IOException(words.getFirst() + " could not be started: " + lastLogLine());
    }
  }

  /** Returns whether the server's process exists, frozen or not. */
  public boolean isRunning() {
    return running().isPresent();
  }

  /** Returns the server's pid; empty when the server does not run. */
  public Optional<Long> pid() {
    return running().map(LinuxProcess::pid);
  }

  /** Sends a signal to the server; does nothing when the server does not run. */
  public void send(Signal signal) throws IOException, InterruptedException {
    var process = running();
    if (process.isPresent()) {
      send(signal, process.get());
    }
  }

  /**
   * Sends SIGKILL and does not wait: for an interrupted thread that must leave no process behind.
   */
  public void kill() {
    running()
        .map(LinuxProcess::pid)
        .flatMap(ProcessHandle::of)
        .ifPresent(ProcessHandle::destroyForcibly);
  }

  /**
   * Sends the signal and waits until the process is gone, with all its ports and locks.
   *
   * @throws NotInTimeException when the process still runs after the limit
   */
  public void end(Signal signal, Duration limit) throws IOException, InterruptedException {
    var process = running();
    if (process.isPresent()) {
      send(signal, process.get());
      Await.until("the end of process " + process.get().pid(), limit, process.get()::isGone);
    }
  }

  /** Returns the last line of the server's log, for a message about a server that did not start. */
  public String lastLogLine() throws IOException {
    if (!Files.exists(logFile)) {
      return "its log is empty";
    }
    try (Stream<String> lines = Files.lines(logFile)) {
      return lines.reduce((earlier, later) -> later).orElse("its log is empty");
    }
  }

  private static void send(Signal signal, LinuxProcess process)
      throws IOException, InterruptedException {
    // The shell's builtin kill: not every machine has a program of that name.
    String[] kill = {"sh", "-c", "kill -s \"$0\" \"$1\"", signal.name(), "" + process.pid()};
    Command.of(kill).run(SIGNAL_LIMIT);
  }

  private boolean hasBecome(String program) {
    return running()
        .filter(process -> !process.hasArgument(WRITE_PID_AND_BECOME))
        .filter(process -> process.hasArgument(program))
        .isPresent();
  }

  private Optional<LinuxProcess> running() {
    return writtenPid().flatMap(LinuxProcess::of).filter(found -> found.hasInEnvironment(mark));
  }

  private Optional<Long> writtenPid() {
    try {
      String first = Files.readString(pidFile).strip().split("\\s+", 2)[0];
      return first.matches("\\d{1,9}") ? Optional.of(Long.valueOf(first)) : Optional.empty();
    } catch (NoSuchFileException neverStarted) {
      return Optional.empty();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
