package io.quorate.command;

/** How answers are written. */
public enum Output {
  TEXT,
  JSON
}
