package io.quorate.lab.tools;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A folder of tools that somebody prepared.
 *
 * @param name the folder's name in messages
 */
record GivenFolder(String name, Path tools) implements ToolSource {

  @Override
  public ToolFolder find(Tool tool) throws NotHere {
    Path folder = tools.resolve(tool.folderName());
    if (!Files.isDirectory(folder)) {
      throw new NotHere(name + " has no " + tool.folderName());
    }
    var missing = ToolFolder.missing(tool, folder);
    if (!missing.isEmpty()) {
      throw new NotHere(folder + " lacks " + String.join(", ", missing));
    }
    return new ToolFolder(tool, folder);
  }
}
