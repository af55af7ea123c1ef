package io.quorate.lab.tools;

/** A place where a tool may already be. */
interface ToolSource {

  /**
   * Returns the folder with all programs of the tool.
   *
   * @throws NotHere when the tool is missing, incomplete or of another version
   */
  ToolFolder find(Tool tool) throws NotHere, InterruptedException;
}
