package io.quorate.lab.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A Linux process, identified by pid and start time because pids are reused.
 *
 * @param startedAt clock ticks after boot
 */
record LinuxProcess(long pid, long startedAt) {

  static Optional<LinuxProcess> of(long pid) {
    return Stat.of(pid).filter(Stat::isAlive).map(stat -> new LinuxProcess(pid, stat.startedAt));
  }

  /**
   * Returns whether the process holds no file, port or lock any more, even if its parent has not
   * reaped it.
   */
  boolean isGone() {
    return Stat.of(pid).filter(stat -> stat.startedAt == startedAt && stat.isAlive()).isEmpty();
  }

  /**
   * Returns whether the process's environment has this entry; false also when the environment may
   * not be read, as for a process that another user started.
   */
  boolean hasInEnvironment(String entry) {
    return has("environ", entry);
  }

  /** Returns whether the command line has this argument; false also when it may not be read. */
  boolean hasArgument(String argument) {
    return has("cmdline", argument);
  }

  private boolean has(String file, String entry) {
    try {
      byte[] raw = Files.readAllBytes(Path.of("/proc/" + pid + "/" + file));
      return List.of(new String(raw, StandardCharsets.UTF_8).split("\0")).contains(entry);
    } catch (IOException unreadable) {
      return false;
    }
  }

  /** Fields of {@code /proc/PID/stat}, see proc(5). */
  private record Stat(long pid, char state, long startedAt) {

    static Optional<Stat> of(long pid) {
      try {
        String line = Files.readString(Path.of("/proc/" + pid + "/stat"));
        // The second field is the program's name, which may hold blanks and parentheses.
        String[] rest = line.substring(line.lastIndexOf(')') + 2).split(" ");
        return Optional.of(new Stat(pid, rest[0].charAt(0), Long.parseLong(rest[19])));
      } catch (IOException gone) {
        return Optional.empty();
      }
    }

    /**
     * Returns whether the process still runs. A zombie whose other threads run still holds the
     * ports.
     */
    boolean isAlive() {
      return (state != 'Z' && state != 'X') || threads() > 1;
    }

    private long threads() {
      try (var tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
        return tasks.count();
      } catch (IOException gone) {
        return 0;
      }
    }
  }
}
