package io.quorate.port;

import io.quorate.cluster.MemberName;
import io.quorate.workload.Grace;
import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import java.util.List;

/**
 * The processes of one cluster's members. A state that cannot be proven is {@code UNKNOWN}, and
 * such a process is left alone. All mutating methods hold the member's lock on its host, act only
 * on what they have just checked, may be called again, and throw a {@link Failure}.
 */
public interface Workloads {
  /** The state of the member's process, with the evidence. Never throws: unknown is an answer. */
  Workload look(MemberName member);

  /**
   * Keeps a member from being started that does not run, or that its supervisor is about to start
   * again; {@code Refused} for one that runs. Whom the hold binds is the supervisor's matter: for a
   * plain process Quorate alone (docs/hosts.md#how-a-member-is-held).
   */
  void hold(MemberName member, Permit permit);

  /**
   * Starts the member and ends the hold. The settings are written to its environment file or
   * manifest; of a static pod those for this run alone too, until it is held again. A process that
   * runs already is left alone, and a hold that is left on it is removed.
   */
  void start(MemberName member, JoinSettings settings, Permit permit);

  /**
   * Stops the member's process, with SIGTERM and after {@link Grace#TERM} SIGKILL, and keeps it
   * from being started. A static pod is ended by the kubelet, in the time that its manifest gives.
   */
  void stop(MemberName member, Permit permit);

  /**
   * As {@link #stop}, of a member that is given up: its platform may take it out of the membership
   * or delete its data when it ends ({@link io.quorate.workload.Trap}).
   */
  default void stopForGood(MemberName member, Permit permit) {
    throw new Failure.Refused("no stop on this platform loses a member, so " + member + " is kept");
  }

  /** Sends SIGTERM to this run of the member and does not wait for its end. */
  void terminate(MemberName member, Run run, Permit permit);

  /** Lets this run of the member go on that a signal stopped (SIGCONT). */
  void letGoOn(MemberName member, Run run, Permit permit);

  /** Ends this run of the member with SIGKILL. */
  void kill(MemberName member, Run run, Permit permit);

  /** The last lines of the member's log, oldest first; empty when it cannot be read. */
  List<String> lastLogLines(MemberName member, int lines);
}
