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
 * A server in a session of its own: it survives our death and Ctrl-C, and can be found again by its
 * pid file.
 *
 * @param pidFile its first word is the server's own pid, written before it becomes the server
 * @param logFile what it says is appended here
 * @param mark an environment entry, {@code NAME=value}, that no other process has: a pid alone may
 *     belong to somebody else by now, and nobody else's process may ever get our signals
 */
public record DetachedProcess(Path pidFile, Path logFile, String mark) {

  private static final Duration START_LIMIT = Duration.ofSeconds(10);
  private static final Duration SIGNAL_LIMIT = Duration.ofSeconds(10);

  /** exec keeps the pid, so what the shell writes is the pid of the server. */
  private static final String WRITE_PID_AND_BECOME = "echo $$ > \"$0\" && exec \"$@\"";

  /**
   * Starts it and returns as soon as its pid file is written; whether it serves is another
   * question.
   *
   * @param environment all of it; the mark has to be among it
   * @throws IllegalStateException when it runs already
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
    // In the middle of exec it has no environment to be recognised by.
    Await.until(
        words.getFirst() + " to be the process in " + pidFile,
        START_LIMIT,
        () -> hasBecome(words.getFirst()) || !starter.isAlive());
    if (writtenPid().isEmpty()) {
      throw new IOException(words.getFirst() + " could not be started: " + lastLogLine());
    }
  }

  /** True while it runs or is frozen. */
  public boolean isRunning() {
    return running().isPresent();
  }

  /** Its pid, or nothing when it does not run. */
  public Optional<Long> pid() {
    return running().map(LinuxProcess::pid);
  }

  /** Sends a signal to it; nothing happens when it does not run. */
  public void send(Signal signal) throws IOException, InterruptedException {
    var process = running();
    if (process.isPresent()) {
      send(signal, process.get());
    }
  }

  /** kill -9 and no wait: for a thread that has been interrupted and must leave nothing behind. */
  public void kill() {
    running()
        .map(LinuxProcess::pid)
        .flatMap(ProcessHandle::of)
        .ifPresent(ProcessHandle::destroyForcibly);
  }

  /**
   * Ends it with this signal and returns when it is gone, with all its ports and locks.
   *
   * @throws NotInTimeException when it still runs after the limit
   */
  public void end(Signal signal, Duration limit) throws IOException, InterruptedException {
    var process = running();
    if (process.isPresent()) {
      send(signal, process.get());
      Await.until("the end of process " + process.get().pid(), limit, process.get()::isGone);
    }
  }

  /** The last line of its log, for a message about a server that did not start. */
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
    // The shell's own kill: the program of that name is not on every machine.
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
