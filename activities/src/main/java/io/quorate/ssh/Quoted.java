package io.quorate.ssh;

import java.util.List;
import java.util.stream.Collectors;

/** Words of a command line that a shell takes apart again. */
final class Quoted {
  private Quoted() {}

  /** The text as one word: as it is where a shell reads it so, else in single quotes. */
  static String word(String text) {
    return text.matches("[A-Za-z0-9_./:@%+=,-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  static String words(List<String> texts) {
    return texts.stream().map(Quoted::word).collect(Collectors.joining(" "));
  }
}
