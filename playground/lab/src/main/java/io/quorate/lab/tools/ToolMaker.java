package io.quorate.lab.tools;

import java.io.IOException;
import java.nio.file.Path;

/** A way of making a tool that is not here yet. */
interface ToolMaker {

  /** What it does, as in "the build with Go". */
  String way();

  /**
   * Puts the tool's programs into a folder.
   *
   * @param scratch an empty folder for whatever else it needs; deleted afterwards
   * @param folder an empty folder; what is left in it is thrown away when this fails
   * @throws NotHere when it cannot, or knows beforehand that it will not
   */
  void make(Tool tool, Path scratch, Path folder) throws NotHere, IOException, InterruptedException;
}
