package io.quorate.playground;

import java.io.IOException;

/** The folder that was named for a playground is not free for it; the message says why. */
final class FolderInUseException extends IOException {
  private static final long serialVersionUID = 1L;

  FolderInUseException(String sentence) {
    super(sentence);
  }
}
