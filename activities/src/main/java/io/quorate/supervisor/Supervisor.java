package io.quorate.supervisor;

import io.quorate.shell.Facts;
import java.util.Optional;

/**
 * What starts, keeps and ends the process of a member on its host. The scripts get its functions
 * from a file of its own, so that no script knows which supervisor it acts on.
 */
public sealed interface Supervisor
    permits ProcessSupervisor, SystemdSupervisor, StaticPodSupervisor {
  /** The script file with its functions that look; those that act are in {@code <part>-acts}. */
  String part();

  /** What the file with the member's settings is called in sentences. */
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
   * Why the member would not be started as its files say, with what to do; empty where it would.
   *
   * @param facts of a script that has looked at the process
   */
  Optional<String> objection(MemberPaths member, Facts facts);

  /**
   * Why it would not end or start the member now, whatever the files say, with what to do; empty
   * where it would.
   *
   * @param facts of a script that has looked at the process
   */
  default Optional<String> obstacle(Facts facts) {
    return Optional.empty();
  }

  /**
   * What a person has to do before a member that runs is stopped, because nobody knows what would
   * be started after it; empty where there is nothing. A member that is down already is started all
   * the same, for quorum may need it.
   *
   * @param facts of a script that has looked at the process
   */
  default Optional<String> unread(Facts facts) {
    return Optional.empty();
  }

  /**
   * Whether it may start the member by itself, so that the lock alone does not keep it down while
   * its files are changed.
   */
  boolean startsByItself();

  /**
   * Settings that etcd gets at the next start, from all files that the supervisor reads.
   *
   * @param facts of a script that has looked at the process
   * @throws io.quorate.port.Failure where the member's own file cannot be read as it is
   */
  EffectiveSettings settings(MemberPaths member, Facts facts);

  /**
   * Reads the file with the member's settings.
   *
   * @param bytes each as one char (ISO 8859-1)
   */
  SettingsFile read(String path, String bytes);

  /** The member's process as the facts of a script show it. */
  Sight sight(Facts facts);
}
