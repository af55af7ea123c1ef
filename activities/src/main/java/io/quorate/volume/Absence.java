package io.quorate.volume;

import io.quorate.shell.Facts;
import java.util.List;
import java.util.Optional;

/**
 * Proof that the member of a directory does not run. The platform gives it as a part of a script:
 * the same script proves the absence and works on the files, under one lock. The part takes its
 * arguments off the front and defines these functions:
 *
 * <ul>
 *   <li>{@code sight} prints what speaks for and against the absence; {@code log_of_running} prints
 *       the log directory of the member's process, and fails where it does not run; {@code
 *       data_locked} tells whether any process has the data open;
 *   <li>{@code ask_supervisor} is called before {@code setting}, which prints a setting of the next
 *       start, {@code owner_here}, which prints whom new files belong to, {@code read_log} and
 *       {@code see_binary};
 *   <li>{@code with_words} runs a command with the arguments of this part before the others;
 *   <li>in {@link Part#acts}: {@code secure} keeps the member down while its files are changed,
 *       {@code unsecure} takes that back, {@code own} gives new files to the member's user, {@code
 *       note} writes into its log. The variable {@code lock_file} is what keeps others away.
 * </ul>
 */
public interface Absence {
  /** The part for scripts. */
  Part part();

  /** The arguments that the part takes. */
  List<String> arguments();

  /** The file that is locked around every effect. */
  String lockFile();

  /** Returns the proof that the facts of a script with the part give. */
  Proof in(Facts facts);

  /**
   * Functions of a shell.
   *
   * @param looks change nothing
   * @param acts belong to scripts that take the lock, and to no other
   */
  record Part(String looks, String acts) {}

  /** Observation of the member. Two equal observations mean that nothing changed in between. */
  interface Proof {
    /** Why the member is not proven absent; empty where it is. */
    Optional<String> objection();
  }
}
