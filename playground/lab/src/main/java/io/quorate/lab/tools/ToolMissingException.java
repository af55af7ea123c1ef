package io.quorate.lab.tools;

import java.util.List;

/** Signals that a tool was neither found nor made; the message says what to install. */
public final class ToolMissingException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ToolMissingException(Tool tool, List<String> reasons, String whatToDo) {
    super(tool + " is nowhere to be had:\n  " + String.join("\n  ", reasons) + "\n" + whatToDo);
  }
}
