package io.quorate.lab.tools;

/** A place where a tool may already be. */
interface ToolSource {

  /**
   * Where it is, with all its programs.
   *
   * @throws NotHere when it is not there, or not whole, or of another version
   */
  ToolFolder find(Tool tool) throws NotHere, InterruptedException;
}
