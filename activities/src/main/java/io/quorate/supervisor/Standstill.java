package io.quorate.supervisor;

import io.quorate.shell.Facts;
import io.quorate.workload.Hang;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.Optional;

/** Signs of a process that is there and does nothing (docs/etcd.md#hung-members). */
public record Standstill(Optional<Hang> hang, Optional<Duration> sinceTerm) {
  public static Standstill of(Facts facts) {
    return new Standstill(
        facts.first("standstill").flatMap(Standstill::hang),
        facts
            .first("since-term")
            .filter(text -> text.matches("-?\\d{1,12}"))
            .map(Long::parseLong)
            .map(Duration::ofSeconds));
  }

  /** Parses {@code <reason> <signature>}. */
  private static Optional<Hang> hang(String fact) {
    String[] parts = fact.split(" ", 2);
    String rest = parts.length > 1 ? parts[1] : "";
    return switch (parts[0]) {
      case "signal" ->
          Optional.of(
              new Hang(Hang.Kind.STOPPED, "is stopped by a signal (SIGSTOP, or Ctrl-Z)", rest));
      case "debugger" -> Optional.of(new Hang(Hang.Kind.STOPPED, "is stopped by a debugger", rest));
      case "disk" ->
          Optional.of(
              new Hang(
                  Hang.Kind.DISK,
                  "waits for its disk: thread "
                      + rest.replaceFirst(":.*", "")
                      + " did not run for"
                      + " 2 s and cannot be interrupted",
                  rest));
      case "files" ->
          Optional.of(new Hang(Hang.Kind.FILES, "has used up its file handles (" + rest + ")", ""));
      default -> Optional.empty();
    };
  }

  /** Returns the workload with the signs of a hang, where the workload runs. */
  public Workload in(Workload workload) {
    return workload.runs() ? workload.hanging(hang, sinceTerm) : workload;
  }
}
