package io.quorate.lab.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The {@code KEY=VALUE} lines that an etcd member is started with, in their order, unquoted. */
record EnvironmentFile(Map<String, String> entries) {

  EnvironmentFile {
    entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    entries.forEach(EnvironmentFile::checkRaw);
  }

  static EnvironmentFile read(Path file) throws IOException {
    return parse(Files.readString(file));
  }

  static EnvironmentFile parse(String text) {
    var entries = new LinkedHashMap<String, String>();
    text.lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .forEach(
            line -> {
              String[] sides = line.split("=", 2);
              if (sides.length < 2) {
                throw new IllegalArgumentException("not KEY=VALUE: " + line);
              }
              entries.put(sides[0], sides[1]);
            });
    return new EnvironmentFile(entries);
  }

  void write(Path file) throws IOException {
    Files.writeString(file, text());
  }

  String text() {
    return entries.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
        .collect(Collectors.joining());
  }

  /**
   * Refuses what cannot be a line. The file has no quoting, so a line break in a value would start
   * another entry.
   */
  private static void checkRaw(String key, String value) {
    if (!key.matches("[A-Za-z_][A-Za-z0-9_]*") || value.contains("\n")) {
      throw new IllegalArgumentException("cannot be a KEY=VALUE line: " + key + "=" + value);
    }
  }
}
