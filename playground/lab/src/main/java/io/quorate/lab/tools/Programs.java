package io.quorate.lab.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Programs of a tool inside an unpacked archive. */
final class Programs {

  private Programs() {}

  /** Moves the programs found anywhere below a folder; the caller checks whether one is missing. */
  static void move(Tool tool, Path from, Path folder) throws IOException {
    for (String program : tool.programs()) {
      var found = below(from, program);
      if (found.isPresent()) {
        Files.move(found.get(), folder.resolve(program));
      }
    }
  }

  private static Optional<Path> below(Path folder, String program) throws IOException {
    try (var files = Files.walk(folder)) {
      return files
          .filter(file -> file.endsWith(program))
          .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
          .findFirst();
    }
  }
}
