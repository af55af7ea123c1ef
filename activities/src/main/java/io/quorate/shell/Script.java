package io.quorate.shell;

import io.quorate.port.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A POSIX shell script: what differs from one use to the next are its arguments, never its text.
 */
public record Script(String name, String text) {
  /** Returns the text of the script file with this name, without its ending, beside a class. */
  public static String part(Class<?> beside, String name) {
    String file = name + ".sh";
    try (var stream = beside.getResourceAsStream(file)) {
      if (stream == null) {
        throw new Failure.Fault("the script " + file + " is missing in this build of Quorate");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8) + "\n";
    } catch (IOException e) {
      throw new UncheckedIOException("the script " + file + " of this build is unreadable", e);
    }
  }

  /** Returns the text of a script file of this package, which holds functions for any script. */
  public static String part(String name) {
    return part(Script.class, name);
  }
}
