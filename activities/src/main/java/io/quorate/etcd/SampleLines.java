package io.quorate.etcd;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Lines of a metrics page that are samples of some names. All other lines, which are most of some
 * 170 kB, are passed over and never become text.
 */
final class SampleLines {
  /** Largest page that is read: ten times the page of etcd 3.7. */
  static final int MOST_BYTES = 2 << 20;

  private static final int LONGEST_LINE = 1_024;
  private static final int BUFFER = 8 << 10;

  private final Set<String> names;
  private final List<String> found = new ArrayList<>();
  private final byte[] line = new byte[LONGEST_LINE];
  private int length;
  private Kept kept = Kept.NAME;

  /** How much of the line is a sample that is wanted. */
  private enum Kept {
    /** The name of the sample is not complete yet. */
    NAME,
    /** The sample is wanted. */
    LINE,
    /** The sample is not wanted. */
    NOTHING
  }

  private SampleLines(Set<String> names) {
    this.names = names;
  }

  /**
   * Reads the page to its end. Throws when it cannot be read, or is too large to be etcd's; a line
   * that is too long to be a sample of etcd's is left out.
   */
  static List<String> in(InputStream page, Set<String> names) throws IOException {
    SampleLines lines = new SampleLines(names);
    byte[] buffer = new byte[BUFFER];
    int all = 0;
    for (int read = page.read(buffer); read >= 0; read = page.read(buffer)) {
      all += read;
      if (all > MOST_BYTES) {
        throw new IOException("the page has more than " + MOST_BYTES + " bytes");
      }
      for (int at = 0; at < read; at++) {
        lines.take(buffer[at]);
      }
    }
    lines.end();
    return lines.found;
  }

  private void take(byte letter) {
    if (letter == '\n') {
      end();
    } else if (kept != Kept.NOTHING) {
      if (kept == Kept.NAME && (letter == '{' || letter == ' ')) {
        kept = names.contains(text()) ? Kept.LINE : Kept.NOTHING;
      }
      keep(letter);
    }
  }

  private void keep(byte letter) {
    if (length == LONGEST_LINE) {
      kept = Kept.NOTHING;
    } else {
      line[length++] = letter;
    }
  }

  private void end() {
    if (kept == Kept.LINE) {
      found.add(text());
    }
    length = 0;
    kept = Kept.NAME;
  }

  private String text() {
    return new String(line, 0, length, StandardCharsets.UTF_8);
  }
}
