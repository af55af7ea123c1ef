package io.quorate.kubernetes;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Edit of a flag of etcd in the words of a container: of a word as a whole, whatever its value is
 * made of, and in the script of a shell of a literal value only. Etcd takes one dash and two.
 *
 * @param value that the flag gets; nothing that a shell takes for more than a word
 */
record FlagEdit(EtcdContainer etcd, String variable, String value) {
  private static final String LITERAL = "[\\w.,:=/-]";

  /** A word with another text. */
  record Word(int number, String now) {}

  /** The flag of this variable at the beginning of a word, with its dashes; empty for others. */
  static Optional<String> at(String word, String variable) {
    Matcher found = flag(variable, "^").matcher(word);
    return found.find() ? Optional.of(found.group()) : Optional.empty();
  }

  private static Pattern flag(String variable, String before) {
    return Pattern.compile(
        before + "--?" + SettingEdit.flag(variable).substring(2) + "(?=[=\\s]|$)");
  }

  /** Whether the words give the flag to etcd. */
  boolean isGiven() {
    return etcd.words().stream()
        .anyMatch(word -> starts(word).stream().anyMatch(start -> isIn(word, start)));
  }

  private boolean isIn(String word, ShellCommand start) {
    return flag(variable, "(?<![\\w-])").matcher(word).region(start.begin(), start.end()).find();
  }

  /** The parts of a word that are for etcd: all, where the word shows no start of etcd. */
  private List<ShellCommand> starts(String word) {
    List<ShellCommand> starts = etcd.isShell() ? ShellCommand.startingEtcd(word) : List.of();
    boolean elsewhere =
        starts.isEmpty()
            && etcd.isShell()
            && etcd.words().stream().anyMatch(any -> !ShellCommand.startingEtcd(any).isEmpty());
    return elsewhere || !starts.isEmpty()
        ? starts
        : List.of(new ShellCommand(List.of(), 0, word.length()));
  }

  /** The word with the new value; empty where the word cannot be edited. */
  Optional<Word> in(List<String> words) {
    return IntStream.range(0, words.size())
        .boxed()
        .flatMap(number -> in(words, number).stream())
        .findFirst();
  }

  private Optional<Word> in(List<String> words, int number) {
    String word = words.get(number);
    if (etcd.isShell()) {
      return inScript(word).map(now -> new Word(number, now));
    }
    Optional<String> flag = at(word, variable);
    if (flag.filter(word::equals).isPresent()) {
      return number + 1 < words.size()
          ? Optional.of(new Word(number + 1, value))
          : Optional.empty();
    }
    return flag.map(name -> new Word(number, name + "=" + value));
  }

  /** The script in which each start of etcd has the value. */
  private Optional<String> inScript(String script) {
    Pattern stated =
        Pattern.compile(
            flag(variable, "(?<![\\w-])").pattern()
                + "(=|\\s+)(?:([\"'])%s*\\2|%s+)(?=[\"']?(\\s|$))".formatted(LITERAL, LITERAL));
    StringBuilder now = new StringBuilder(script);
    List<ShellCommand> starts = value.matches(LITERAL + "*") ? starts(script) : List.of();
    for (ShellCommand start : starts.reversed()) {
      Matcher found = stated.matcher(script).region(start.begin(), start.end());
      if (!found.find()) {
        return Optional.empty();
      }
      boolean quoted = found.group(2) != null;
      now.replace(found.end(1) + (quoted ? 1 : 0), found.end() - (quoted ? 1 : 0), value);
    }
    return starts.isEmpty() ? Optional.empty() : Optional.of(now.toString());
  }
}
