package io.quorate.supervisor;

/**
 * Program that starts, keeps and ends the process of a member on its host. Each supervisor has a
 * file of functions for the scripts, so that no script knows on which supervisor it acts.
 */
public sealed interface Supervisor
    permits ProcessSupervisor, SystemdSupervisor, StaticPodSupervisor {
  /** The script file with its functions that look; those that act are in {@code <part>-acts}. */
  String part();

  /** Returns the term for the file with the member's settings, for use in sentences. */
  default String kindOfFile() {
    return "environment file";
  }

  /** Name of the member for its supervisor: the argument {@code service} of the scripts. */
  String service();

  /** The log file of the member; empty where the supervisor keeps the log itself. */
  String logFile();

  /** The file that is locked around every effect on the member. */
  String lockFile();

  /**
   * Whether it may start the member by itself, so that the lock alone does not keep it down while
   * its files are changed.
   */
  boolean startsByItself();
}
