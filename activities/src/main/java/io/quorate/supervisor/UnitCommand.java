package io.quorate.supervisor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Program and flags of {@code ExecStart=}, as systemd shows them: specifiers are resolved and
 * quotes are gone. Variables are not resolved yet.
 *
 * @param program empty where systemd does not say
 * @param words what follows the program
 */
public record UnitCommand(String program, List<String> words) {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
  private static final Pattern WORD_OF_VARIABLE = Pattern.compile("\\$([A-Za-z_][A-Za-z0-9_]*)");
  private static final Set<String> SHELLS = Set.of("sh", "bash", "dash");

  public UnitCommand {
    words = List.copyOf(words);
  }

  /**
   * Parses a command line. Of a shell that only starts one program, as Fedora's unit has it ({@code
   * bash -c "GOMAXPROCS=$(nproc) /usr/bin/etcd"}), it is that program.
   */
  public static UnitCommand of(String line) {
    List<String> words = new ArrayList<>(Arrays.asList(line.strip().split(" +")));
    String first = words.getFirst();
    if (words.size() > 2
        && SHELLS.contains(first.substring(first.lastIndexOf('/') + 1))
        && words.get(1).equals("-c")) {
      words.subList(0, 2).clear();
      words.removeIf(word -> word.equals("exec"));
      while (words.size() > 1 && words.getFirst().matches("[A-Za-z_][A-Za-z0-9_]*=.*")) {
        words.removeFirst();
      }
      words.replaceAll(word -> word.replace("\"", ""));
    }
    return new UnitCommand(words.getFirst(), words.subList(1, words.size()));
  }

  /** Whether the words have no other variables. */
  boolean isResolvedBy(Set<String> variables) {
    return words.stream()
        .map(word -> VARIABLE.matcher(word).replaceAll(found -> left(found.group(1), variables)))
        .map(
            word -> {
              Matcher alone = WORD_OF_VARIABLE.matcher(word);
              return alone.matches() ? left(alone.group(1), variables) : word;
            })
        .noneMatch(word -> word.indexOf('$') >= 0 || word.indexOf('`') >= 0);
  }

  private static String left(String variable, Set<String> variables) {
    return variables.contains(variable) ? "" : "`";
  }

  /**
   * The flags by the names of the variables that etcd would take for them.
   *
   * @param variables what the process gets
   */
  public SortedMap<String, String> flags(Map<String, String> variables) {
    return flags(words.stream().flatMap(word -> resolved(word, variables).stream()).toList());
  }

  /** The flags in words that need no variable any more, by the names of etcd's variables. */
  public static SortedMap<String, String> flags(List<String> resolved) {
    var flags = new TreeMap<String, String>();
    for (int i = 0; i < resolved.size(); i++) {
      String word = resolved.get(i);
      if (word.startsWith("-")) {
        String[] sides = word.replaceFirst("^--?", "").split("=", 2);
        boolean follows = i + 1 < resolved.size() && !resolved.get(i + 1).startsWith("-");
        String value = sides.length > 1 ? sides[1] : follows ? resolved.get(i + 1) : "true";
        flags.put("ETCD_" + sides[0].replace('-', '_').toUpperCase(Locale.ROOT), value);
      }
    }
    return flags;
  }

  /** systemd splits a variable that is a word of its own at its blanks (systemd.service(5)). */
  private static List<String> resolved(String word, Map<String, String> variables) {
    Matcher alone = WORD_OF_VARIABLE.matcher(word);
    if (alone.matches()) {
      String value = variables.getOrDefault(alone.group(1), "").strip();
      return value.isEmpty() ? List.of() : Arrays.asList(value.split("\\s+"));
    }
    return List.of(
        VARIABLE
            .matcher(word)
            .replaceAll(
                found -> Matcher.quoteReplacement(variables.getOrDefault(found.group(1), ""))));
  }
}
