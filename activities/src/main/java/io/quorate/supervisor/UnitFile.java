package io.quorate.supervisor;

import io.quorate.shell.Facts;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A file of {@code EnvironmentFile=}, as systemd would read it now.
 *
 * @param optional whether the unit starts without it (a hyphen before its path)
 * @param state {@code file}, {@code absent} or {@code unreadable}
 * @param bytes content of the file, each byte as one char; empty where nobody read the file
 */
record UnitFile(String path, boolean optional, String state, Optional<String> bytes) {
  private static final String FACT = "unit-file";
  private static final int SIZE_LIMIT_BYTES = 64 * 1024;

  /** All of them, each {@code <yes or no> <state> <bytes in base64, or a hyphen> <path>}. */
  static List<UnitFile> of(Facts facts) {
    List<String> said = facts.all(FACT);
    return IntStream.range(0, said.size()).mapToObj(i -> of(facts, said.get(i), i + 1)).toList();
  }

  private static UnitFile of(Facts facts, String said, int number) {
    String[] parts = said.split(" ", 4);
    if (parts.length < 4 || !parts[1].matches("file|absent|unreadable")) {
      throw facts.lie(FACT, number, "file of a unit");
    }
    return new UnitFile(
        parts[3],
        parts[0].equals("yes"),
        parts[1],
        parts[1].equals("file")
            ? text(facts.bytes(FACT, number, parts[2].equals("-") ? "" : parts[2]))
            : Optional.empty());
  }

  private static Optional<String> text(byte[] bytes) {
    return bytes.length > SIZE_LIMIT_BYTES
        ? Optional.empty()
        : Optional.of(new String(bytes, StandardCharsets.ISO_8859_1));
  }

  /** Why systemd does not start the unit for this file, or what it reads is not known. */
  Optional<String> objection(String unit) {
    if (bytes.isPresent() || state.equals("absent") && optional) {
      return Optional.empty();
    }
    return Optional.of(
        state.equals("absent")
            ? "%s does not start without %s (EnvironmentFile=), which is not there; write it"
                .formatted(unit, path)
            : "%s (EnvironmentFile= of %s) cannot be read, or is larger than 64 KiB"
                .formatted(path, unit));
  }
}
