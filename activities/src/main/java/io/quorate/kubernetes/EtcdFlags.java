package io.quorate.kubernetes;

import io.quorate.supervisor.UnitCommand;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Flags that the words of a container give to etcd, by the names of etcd's variables.
 *
 * @param starts the flags of each command that starts etcd: a script may have several
 * @param isSeen whether the words show the start of etcd; a program that is not seen may pass on
 *     other flags
 * @param isWhole whether no variable stands for further flags
 */
record EtcdFlags(List<SortedMap<String, String>> starts, boolean isSeen, boolean isWhole) {
  /** The flags in these words, in which all variables that are known have their values. */
  static EtcdFlags of(EtcdContainer etcd, List<String> words) {
    List<List<String>> starts = etcd.isShell() ? inScripts(words) : inWords(words);
    boolean seen = !starts.isEmpty();
    List<List<String>> all = seen ? starts : List.of(all(etcd, words));
    return new EtcdFlags(
        all.stream().map(UnitCommand::flags).toList(),
        seen,
        all.stream().noneMatch(EtcdFlags::hasUnknownFlags));
  }

  private static List<List<String>> inScripts(List<String> words) {
    return words.stream()
        .flatMap(word -> ShellCommand.startingEtcd(word).stream())
        .map(ShellCommand::words)
        .filter(flags -> !flags.contains("--version"))
        .toList();
  }

  /** The words after the program; without a program the image has one. */
  private static List<List<String>> inWords(List<String> words) {
    if (words.isEmpty() || words.getFirst().startsWith("-")) {
      return List.of(words);
    }
    List<String> programs = EtcdContainer.beforeFlags(words).map(EtcdContainer::fileName).toList();
    int etcd = programs.indexOf("etcd");
    return etcd < 0 ? List.of() : List.of(words.subList(etcd + 1, words.size()));
  }

  private static List<String> all(EtcdContainer etcd, List<String> words) {
    return etcd.isShell()
        ? words.stream().flatMap(word -> ShellCommand.words(word).stream()).toList()
        : words;
  }

  /** Whether a variable that is not known stands where a flag may stand. */
  private static boolean hasUnknownFlags(List<String> words) {
    return IntStream.range(0, words.size())
        .filter(number -> words.get(number).startsWith("$") || words.get(number).startsWith("`"))
        .anyMatch(number -> number == 0 || !isFlagAlone(words.get(number - 1)));
  }

  private static boolean isFlagAlone(String word) {
    return word.startsWith("-") && !word.contains("=");
  }

  /** Whether a value is no name of what only the running container knows. */
  static boolean isLiteral(String value) {
    return value.indexOf('$') < 0 && value.indexOf('`') < 0;
  }

  /** All flags; where two starts differ, the last one counts. */
  SortedMap<String, String> all() {
    SortedMap<String, String> all = new TreeMap<>();
    starts.forEach(all::putAll);
    return all;
  }

  boolean have(String variable) {
    return starts.stream().anyMatch(flags -> flags.containsKey(variable));
  }

  /** Whether each start of etcd that is seen gives the flag this one literal value, or no flag. */
  boolean tell(String variable) {
    List<Optional<String>> values =
        starts.stream().map(flags -> Optional.ofNullable(flags.get(variable))).distinct().toList();
    return isSeen
        && values.size() <= 1
        && values.stream().allMatch(value -> value.map(EtcdFlags::isLiteral).orElse(isWhole));
  }
}
