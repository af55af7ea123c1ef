package io.quorate.shell;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The line by which a script asks: a question mark and a word that each run has for its own, so
 * that no name of a file or of a process is a question. Shells give the word to a script in the
 * variable {@value #VARIABLE}, and never among its arguments, which every user of a host can read.
 */
public record Question(String word) {
  /** The variable of the word. */
  public static final String VARIABLE = "QUORATE_WORD";

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 12;

  /** The question of a run that nobody can foresee. */
  public static Question ofThisRun() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return new Question(HexFormat.of().formatHex(bytes));
  }

  /** Whether a line of the script's output is its question. */
  public boolean is(String line) {
    return line.equals("?" + word);
  }
}
