package io.quorate.command;

/** Colours for a terminal, or none. */
record Paint(boolean on) {
  String good(String text) {
    return coloured("32", text);
  }

  String bad(String text) {
    return coloured("1;31", text);
  }

  String strong(String text) {
    return coloured("1", text);
  }

  private String coloured(String code, String text) {
    return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
