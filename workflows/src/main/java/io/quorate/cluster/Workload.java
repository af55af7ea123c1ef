package io.quorate.cluster;

/**
 * The process of a member on its host.
 *
 * @param evidence how it is known, in words: {@code pid 4711 is gone}
 */
public record Workload(State state, String evidence) {
  /** Where the process is. */
  public enum State {
    RUNNING,
    /** Proven not to run; Quorate may start it. */
    STOPPED,
    /** Proven not to run, and kept from being started. */
    HELD,
    /** There is nothing that could be started: no environment file, or no such host entry. */
    ABSENT,
    /** Neither proven to run nor proven gone: nothing is done about it. */
    UNKNOWN
  }

  public static Workload unknown(String evidence) {
    return new Workload(State.UNKNOWN, evidence);
  }

  /** Whether it is proven that no process of this member runs. */
  public boolean provenAbsent() {
    return switch (state) {
      case STOPPED, HELD, ABSENT -> true;
      case RUNNING, UNKNOWN -> false;
    };
  }
}
