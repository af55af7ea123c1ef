package io.quorate.lab.tools;

import java.io.IOException;
import java.nio.file.Path;

/** A way of making a tool that no source has. */
interface ToolMaker {

  /** Returns this way in words, as in "the build with Go". */
  String way();

  /**
   * Puts the tool's programs into a folder.
   *
   * @param scratch an empty folder for all other files; deleted afterwards
   * @param folder an empty folder for the programs; discarded when this fails
   * @throws NotHere when the tool cannot be made, also when that is known beforehand
   */
  void make(Tool tool, Path scratch, Path folder) throws NotHere, IOException, InterruptedException;
}
