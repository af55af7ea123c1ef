package io.quorate.lab.machine;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Disk that is slow for one process, as long as the process runs: strace lets each of its calls of
 * {@code fdatasync} wait, and those of the threads that begin later.
 */
public final class SlowedDisk {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final Path SCOPE = Path.of("/proc/sys/kernel/yama/ptrace_scope");

  private SlowedDisk() {}

  /** Returns why no disk can be slowed here, and what to do; empty where one can. */
  public static Optional<String> whyNot() throws InterruptedException {
    if (!isHere()) {
      return Optional.of(
          "a disk is slowed with strace, which is not installed; apt-get install strace");
    }
    return isForbidden()
        ? Optional.of(
            "a disk is slowed with strace, which may not look at a process that it did not start"
                + " (kernel.yama.ptrace_scope); run it as root")
        : Optional.empty();
  }

  private static boolean isHere() throws InterruptedException {
    try {
      return Command.of("strace", "-V").run(LIMIT).succeeded();
    } catch (IOException absent) {
      return false;
    }
  }

  private static boolean isForbidden() {
    try {
      return !System.getProperty("user.name").equals("root")
          && !Files.readString(SCOPE).strip().equals("0");
    } catch (IOException noScope) {
      return false;
    }
  }

  /**
   * Lets each {@code fdatasync} of a process wait from now on.
   *
   * @param log strace's own words are appended here
   * @throws IOException where strace cannot look at the process, with its words
   */
  public static void slow(long pid, Duration each, Path log)
      throws IOException, InterruptedException {
    Process strace =
        new ProcessBuilder(
                List.of(
                    "strace",
                    "-f",
                    "-o",
                    "/dev/null",
                    "-e",
                    "trace=fdatasync",
                    "-e",
                    "inject=fdatasync:delay_enter=" + each.toNanos() / 1_000,
                    "-p",
                    Long.toString(pid)))
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    Await.until(
        "strace to look at process " + pid,
        LIMIT,
        () -> !strace.isAlive() || said(log).contains("attached"));
    if (!strace.isAlive()) {
      throw new IOException("the disk was not slowed: " + said(log).strip());
    }
  }

  private static String said(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException nothing) {
      return "";
    }
  }
}
