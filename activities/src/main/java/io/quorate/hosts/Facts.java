package io.quorate.hosts;

import java.util.List;
import java.util.Optional;

/** Output of a script: lines {@code key=value}; a key may occur more than once. */
record Facts(List<String> lines) {
  static Facts of(String output) {
    return new Facts(output.lines().toList());
  }

  List<String> all(String key) {
    String prefix = key + "=";
    return lines.stream()
        .filter(line -> line.startsWith(prefix))
        .map(line -> line.substring(prefix.length()))
        .toList();
  }

  Optional<String> first(String key) {
    return all(key).stream().findFirst();
  }

  boolean has(String key) {
    return !all(key).isEmpty();
  }
}
