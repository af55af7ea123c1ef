package io.quorate.hosts;

import io.quorate.shell.LocalShell;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;

/** Shells of this machine that see some of it as another machine would show it. */
final class ChangedScripts {
  private ChangedScripts() {}

  /** A shell whose scripts read other files in place of some of this machine. */
  static Shell reading(Map<String, Path> instead) {
    return reading(instead, reply -> true);
  }

  /** The same for the scripts that act: what they do is between the look and the effect. */
  static Shell readingUnderTheLock(Map<String, Path> instead) {
    return reading(instead, reply -> reply != Shell.Reply.NONE);
  }

  private static Shell reading(Map<String, Path> instead, Predicate<Shell.Reply> when) {
    return (script, arguments, reply, limit) -> {
      String text = script.text();
      for (var file : when.test(reply) ? instead.entrySet() : Map.<String, Path>of().entrySet()) {
        if (!text.contains(file.getKey())) {
          throw new AssertionError("no script reads " + file.getKey());
        }
        text = text.replace(file.getKey(), file.getValue().toString());
      }
      return new LocalShell().run(new Script(script.name(), text), arguments, reply, limit);
    };
  }

  /** A shell that finds the programs of a folder before those of this machine. */
  static Shell finding(Path folder, Shell shell) {
    return (script, arguments, reply, limit) ->
        shell.run(
            new Script(script.name(), "PATH=" + folder + ":$PATH\n" + script.text()),
            arguments,
            reply,
            limit);
  }

  /** Writes a program into a folder of such programs. */
  static void program(Path folder, String name, String text) throws IOException {
    Path file = Files.createDirectories(folder).resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    file.toFile().setExecutable(true);
  }
}
