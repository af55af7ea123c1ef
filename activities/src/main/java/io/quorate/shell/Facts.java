package io.quorate.shell;

import io.quorate.port.Failure;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Facts that a host reported: lines {@code key=value}; a key may occur more than once. Nothing that
 * a host says is trusted. A line that no script of Quorate prints is a refusal that names the host.
 * The user of a value checks that the value is what it has to be: a number, a path, a text.
 */
public final class Facts {
  /** All keys that the scripts print; {@code FactsTest} compares them with the scripts. */
  public static final Set<String> KEYS =
      Set.of(
          ("appended argument arrived arrived-sum aside aside-sum away away-inode binary"
               + " binary-open blind boot ca changed client clock copied copy copy-inode data"
               + " data-bytes data-locked database-bytes database-changed delivered ended"
               + " ends-at-logout environment environment-bytes environment-owners etcd exit files"
               + " files-sum folder foreign free given-away hash hash-at hash-beside-learner"
               + " hash-of-learner hidden hold hold-works holder inode keys kubelet last learner-ms"
               + " learner-outside lock-holder log log-bytes log-changed log-made log-root machine"
               + " made manifest manifest-disk manifest-held manifest-link manifest-second"
               + " manifest-stamp mended missing moved moved-here name named namespace old-read"
               + " old-watch other peer pid-file place pod-process process raft-snapshot read"
               + " received refused release restored restoring-ms root run run-arguments run-file"
               + " run-by-script run-variables said saved seen server settings-bytes settings-file"
               + " since-term source standstill started starting-ms status sum systemd target"
               + " target-inode tool trace uid unit unit-command unit-directory unit-end unit-file"
               + " unit-fresh unit-run unit-stale unit-triggers unit-variables unknown unmounted"
               + " unreadable unseen up used user wal wal-away wal-away-inode wal-free wal-head"
               + " wal-inode wal-now wal-obstacle wal-present-inode wal-target wal-target-inode"
               + " whole written")
              .split(" "));

  private static final Pattern LINE =
      Pattern.compile("([a-z][a-z0-9-]{0,30})=(.*)", Pattern.DOTALL);

  /** Control characters, without the tab that separates values. The scripts print none of them. */
  private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x08\\x0a-\\x1f\\x7f]");

  /**
   * Control and format characters of Unicode. The scripts see bytes and cannot filter such
   * characters, so they are replaced before people see a value.
   */
  private static final Pattern UNSHOWN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[^\t]]");

  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
  private static final int LONGEST_SENTENCE = 2500;

  private final String host;
  private final List<Line> lines;

  private Facts(String host, List<Line> lines) {
    this.host = host;
    this.lines = List.copyOf(lines);
  }

  private record Line(String key, String value) {}

  /**
   * Parses the output of a script.
   *
   * @param host whose output it is, for the refusal
   * @throws Failure.Refused where no script of Quorate prints that
   */
  public static Facts of(String host, String output) {
    List<Line> lines = new ArrayList<>();
    String[] each = output.split("\n", -1);
    // What stands behind the last newline is nothing, or a line as well.
    int count = each[each.length - 1].isEmpty() ? each.length - 1 : each.length;
    for (int i = 0; i < count; i++) {
      lines.add(line(host, each[i], i + 1));
    }
    return new Facts(host, lines);
  }

  private static Line line(String host, String text, int number) {
    Matcher parts = LINE.matcher(text);
    if (!parts.matches() || !isKnown(parts.group(1))) {
      throw lie(host, "line %d is no fact that a script of Quorate prints".formatted(number));
    }
    if (CONTROL.matcher(parts.group(2)).find()) {
      throw lie(host, "line %d (%s) has a control character".formatted(number, parts.group(1)));
    }
    return new Line(parts.group(1), UNSHOWN.matcher(parts.group(2)).replaceAll("\uFFFD"));
  }

  public static boolean isKnown(String key) {
    return KEYS.contains(key);
  }

  /** The refusal of a host that says what cannot be. The value itself is never shown. */
  public static Failure.Refused lie(String host, String what) {
    return new Failure.Refused(
        "%s answered with what the scripts of Quorate never print: %s; look at that host before you use it"
            .formatted(host, what));
  }

  /** The refusal of a host whose value of this key is not of the wanted kind. */
  public Failure.Refused lie(String key, int number, String wanted) {
    return lie(host, "%s number %d is no %s".formatted(key, number, wanted));
  }

  /** All values of a key. */
  public List<String> all(String key) {
    return lines.stream().filter(line -> line.key().equals(key)).map(Line::value).toList();
  }

  /** The first value of a key. */
  public Optional<String> first(String key) {
    return lines.stream().filter(line -> line.key().equals(key)).map(Line::value).findFirst();
  }

  /** The first value of a key that is not blank. */
  public Optional<String> told(String key) {
    return all(key).stream().filter(value -> !value.isBlank()).findFirst();
  }

  public boolean has(String key) {
    return first(key).isPresent();
  }

  /** The first value of a key, which has to be a whole number from 0 to 10^18. */
  public Optional<Long> number(String key) {
    return told(key)
        .map(
            value -> {
              if (!NUMBER.matcher(value).matches()) {
                throw lie(key, 1, "number");
              }
              return Long.valueOf(value);
            });
  }

  /** The bytes of a value, or of a part of one, that has to be base64; they are never shown. */
  public byte[] bytes(String key, int number, String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      // Without the cause, whose words may hold a part of the bytes.
      throw lie(key, number, "base64");
    }
  }

  /** The first value of a key as part of a sentence for people. */
  public Optional<String> sentence(String key) {
    return told(key)
        .map(
            text ->
                text.length() <= LONGEST_SENTENCE
                    ? text
                    : text.substring(0, LONGEST_SENTENCE - 3) + "...");
  }

  /** The facts from each line with this key to the next one. */
  public List<Facts> from(String key) {
    List<List<Line>> parts = new ArrayList<>();
    for (Line line : lines) {
      if (line.key().equals(key)) {
        parts.add(new ArrayList<>());
      }
      if (!parts.isEmpty()) {
        parts.getLast().add(line);
      }
    }
    return parts.stream().map(part -> new Facts(host, part)).toList();
  }

  /** Says how much there is; values may be secrets. */
  @Override
  public String toString() {
    return "%d facts of %s".formatted(lines.size(), host);
  }
}
