package io.quorate.lab.tools;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The search path PATH: one of its folders must hold all programs of the tool, in the right
 * version.
 *
 * @param folders in the order in which they are searched
 */
record SearchPath(List<Path> folders) implements ToolSource {

  SearchPath {
    folders = List.copyOf(folders);
  }

  static SearchPath of(String path) {
    return new SearchPath(
        Arrays.stream(path.split(File.pathSeparator))
            .filter(folder -> !folder.isEmpty())
            .map(Path::of)
            .toList());
  }

  @Override
  public ToolFolder find(Tool tool) throws NotHere, InterruptedException {
    NotHere reason = new NotHere("no folder of PATH has " + String.join(", ", tool.programs()));
    for (Path folder : folders) {
      if (ToolFolder.missing(tool, folder).isEmpty()) {
        try {
          ProgramVersion.check(tool, folder);
          return new ToolFolder(tool, folder);
        } catch (NotHere otherVersion) {
          reason = otherVersion;
        }
      }
    }
    throw reason;
  }
}
