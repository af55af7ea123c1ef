package io.quorate.cluster;

import java.util.Optional;

/**
 * The process of a member on its host.
 *
 * @param evidence how its state is known, in words: {@code pid 4711 is gone}
 * @param complaint the line of its last run's log that says why it does not run, where one is known
 * @param run identifies the run: differs after every start; empty where none runs
 */
public record Workload(
    State state, String evidence, Optional<String> complaint, Optional<String> run) {
  public Workload(State state, String evidence) {
    this(state, evidence, Optional.empty(), Optional.empty());
  }

  /** A running process. */
  public static Workload running(String evidence, String run) {
    return new Workload(State.RUNNING, evidence, Optional.empty(), Optional.of(run));
  }

  /** The process with a line of its log. */
  public Workload complaining(Optional<String> line) {
    return new Workload(state, evidence, line, run);
  }

  /** States of a process. */
  public enum State {
    RUNNING,
    /** The process is proven not to run, and may be started. */
    STOPPED,
    /** The process is proven not to run, and is kept from being started. */
    HELD,
    /** Nothing can be started: there is no environment file, or no such host entry. */
    ABSENT,
    /** The process is neither proven to run nor proven gone, and is left alone. */
    UNKNOWN
  }

  public static Workload unknown(String evidence) {
    return new Workload(State.UNKNOWN, evidence);
  }

  /** Whether the log says that the file system is full (docs/etcd.md#exits-and-log-lines). */
  public boolean diskFull() {
    return complaint.filter(line -> line.contains("no space left on device")).isPresent();
  }

  /** Whether it is proven that no process of this member runs. */
  public boolean provenAbsent() {
    return switch (state) {
      case STOPPED, HELD, ABSENT -> true;
      case RUNNING, UNKNOWN -> false;
    };
  }
}
