package io.quorate.kubernetes;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command in the script of a shell that starts etcd. Other commands of the script may have flags
 * of the same names, such as {@code etcdutl snapshot restore --data-dir}.
 *
 * @param words that follow the program, without quotes
 * @param begin of what follows the program, in the script
 * @param end of the command, in the script
 */
record ShellCommand(List<String> words, int begin, int end) {
  /** The program at the beginning of a command, or somewhere behind {@code exec}. */
  private static final Pattern STARTED =
      Pattern.compile(
          "(?m)((^|[;&|({]|\\b(then|else|do|exec)\\b)\\s*([A-Za-z_]\\w*=\\S*\\s+)*"
              + "|\\bexec\\s((?!\\s--\\w)[^;&|\\n]|\\\\\\n)*?\\s)((?!-)[^\\s=]*/)?etcd(?=\\s|$)");

  private static final String ENDS = ";&|\n)";

  /** The commands of a script that start etcd. */
  static List<ShellCommand> startingEtcd(String script) {
    List<ShellCommand> all = new ArrayList<>();
    Matcher started = STARTED.matcher(script);
    int at = 0;
    while (at <= script.length() && started.find(at)) {
      ShellCommand one = new Scan(script, started.end()).command();
      all.add(one);
      at = Math.max(one.end(), started.end());
    }
    return all;
  }

  /** The words of all commands of a script. */
  static List<String> words(String script) {
    List<String> all = new ArrayList<>();
    for (int at = 0; at < script.length(); ) {
      ShellCommand one = new Scan(script, at).command();
      all.addAll(one.words());
      at = one.end() + 1;
    }
    return all;
  }

  /** Takes one command apart, from its first character on. */
  private static final class Scan {
    private final String script;
    private final int begin;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean begun;
    private boolean redirects;
    private boolean target;
    private char quote;
    private int depth;

    Scan(String script, int begin) {
      this.script = script;
      this.begin = begin;
    }

    ShellCommand command() {
      int at = begin;
      while (at < script.length() && !ends(script.charAt(at))) {
        at = after(at);
      }
      finish();
      return new ShellCommand(List.copyOf(words), begin, at);
    }

    private boolean ends(char next) {
      return quote == 0 && depth == 0 && (ENDS.indexOf(next) >= 0 || (next == '#' && !begun));
    }

    /** Takes what is at this place; returns the place after. */
    private int after(int at) {
      char next = script.charAt(at);
      char following = at + 1 < script.length() ? script.charAt(at + 1) : ' ';
      if (next == '\\' && quote != '\'') {
        if (following != '\n') {
          take(following);
        }
        return at + 2;
      }
      if (quote == 0 && (next == '"' || next == '\'')) {
        quote = next;
        begun = true;
      } else if (next == quote) {
        quote = 0;
      } else if (quote == 0 && depth == 0 && Character.isWhitespace(next)) {
        finish();
      } else if (quote == 0 && (next == '>' || next == '<')) {
        redirects = true;
        take(next);
        return following == '&' ? at + 2 : at + 1;
      } else {
        depth += next == '(' ? 1 : next == ')' && depth > 0 ? -1 : 0;
        take(next);
      }
      return at + 1;
    }

    private void take(char next) {
      word.append(next);
      begun = true;
    }

    /** A redirection and its file are no words for the program. */
    private void finish() {
      if (!begun) {
        return;
      }
      String finished = word.toString();
      if (!redirects && !target) {
        words.add(finished);
      }
      target = redirects && (finished.endsWith(">") || finished.endsWith("<"));
      word.setLength(0);
      begun = false;
      redirects = false;
    }
  }
}
