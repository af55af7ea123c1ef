package io.quorate.playground;

import java.io.IOException;

/** Signals that the folder named for a playground cannot be used; the message says why. */
final class FolderInUseException extends IOException {
  private static final long serialVersionUID = 1L;

  FolderInUseException(String sentence) {
    super(sentence);
  }
}
