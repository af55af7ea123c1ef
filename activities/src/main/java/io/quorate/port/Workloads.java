package io.quorate.port;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Workload;
import java.util.List;

/**
 * The processes of one cluster's members. What cannot be proven is {@code UNKNOWN}, and nothing is
 * done about it. All mutating methods hold the member's lock on its host, act only on what they
 * have just checked, may be called again, and throw a {@link Failure}.
 */
public interface Workloads {
  /** Where the member's process is, with the evidence. Never throws: unknown is an answer. */
  Workload look(MemberName member);

  /** Keeps a member that does not run from being started; one that runs is {@code Refused}. */
  void hold(MemberName member, Permit permit);

  /**
   * Starts the member with these settings written to its environment, but for those of this run
   * alone, and clears the hold. A member that runs already is left alone.
   */
  void start(MemberName member, JoinSettings settings, Permit permit);

  /**
   * Stops the member's process, with SIGTERM and after 10 s SIGKILL, and keeps it from starting.
   */
  void stop(MemberName member, Permit permit);

  /** The last lines of the member's log, oldest first; empty when it cannot be read. */
  List<String> lastLogLines(MemberName member, int lines);
}
