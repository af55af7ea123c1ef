package io.quorate.lab.tools;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A folder that holds all programs of a tool. */
public record ToolFolder(Tool tool, Path folder) {

  /**
   * Returns the path of a program.
   *
   * @throws IllegalArgumentException when the tool has no such program, as etcd 3.4 has no etcdutl
   */
  public Path program(String name) {
    if (!tool.programs().contains(name)) {
      throw new IllegalArgumentException(tool + " has no " + name);
    }
    return folder.resolve(name);
  }

  /** Returns the tool's programs that a folder lacks. */
  static List<String> missing(Tool tool, Path folder) {
    return tool.programs().stream()
        .filter(
            program ->
                !Files.isRegularFile(folder.resolve(program))
                    || !Files.isExecutable(folder.resolve(program)))
        .toList();
  }
}
