package io.quorate.hosts;

import io.quorate.port.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A POSIX shell script; its text is the same for all members. */
public record Script(String name, String text) {
  static final Script LOOK = of("sight", "standstill", "look");
  static final Script WHOLE =
      of(
          "sight",
          "standstill",
          "place",
          "directory",
          "environment",
          "program",
          "words",
          "data",
          "settings",
          "whole");
  static final Script HOLD = of("sight", "lock", "hold");
  static final Script STOP = of("sight", "lock", "stop");
  static final Script TERMINATE = of("sight", "lock", "terminate");
  static final Script LET_GO_ON = of("sight", "lock", "let-go-on");
  static final Script KILL = of("sight", "lock", "kill");
  static final Script START = of("sight", "lock", "environment", "start");
  static final Script INSPECT =
      of("sight", "place", "directory", "program", "words", "data", "inspect");
  static final Script DATABASE_SIZE = of("sight", "database-size");
  static final Script SURVEY = of("sight", "place", "directory", "survey");
  static final Script ASIDE = of("sight", "lock", "place", "directory", "aside");
  static final Script ASIDES = of("sight", "place", "asides");
  static final Script COPY = of("sight", "lock", "place", "directory", "copy");
  static final Script HAND_OVER = of("sight", "lock", "place", "directory", "hand-over");
  static final Script TAIL = of("sight", "words", "tail");
  static final Script INSTALLATION =
      of("sight", "environment", "program", "settings", "installation");
  static final Script VERSION = of("sight", "version");
  static final Script SWITCH = of("sight", "lock", "environment", "program", "switch");

  static final Script MEANS = of("sight", "program", "means");
  static final Script DUPLICATE = of("sight", "lock", "place", "directory", "scratch", "duplicate");
  static final Script ALONE = of("sight", "lock", "place", "directory", "scratch", "alone");
  static final Script RESTORE = of("sight", "lock", "place", "directory", "scratch", "restore");
  static final Script CLEAR = of("sight", "lock", "place", "directory", "scratch", "clear");
  static final Script SURVEY_RESTORED =
      of("sight", "place", "directory", "restored", "survey-restored");
  static final Script PUT_IN_PLACE =
      of("sight", "lock", "place", "directory", "scratch", "restored", "put-in-place");
  static final Script SURVEY_PRESENT =
      of("sight", "place", "directory", "present", "survey-present");
  static final Script PUT_BACK = of("sight", "lock", "place", "directory", "present", "put-back");

  /** Joins script files beside this class; the last file is the one that acts. */
  private static Script of(String... parts) {
    var text = new StringBuilder();
    for (String part : parts) {
      text.append(resource(part + ".sh")).append('\n');
    }
    return new Script(parts[parts.length - 1], text.toString());
  }

  private static String resource(String file) {
    try (var stream = Script.class.getResourceAsStream(file)) {
      if (stream == null) {
        throw new Failure.Fault("the script " + file + " is missing in this build of Quorate");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the script " + file + " of this build is unreadable", e);
    }
  }
}
