package io.quorate.playground;

import io.quorate.command.PlaygroundWish;

/** Where {@code quorate playground} begins. */
public final class Playground {
  private Playground() {}

  /** Plays what was wished for; the exit code. */
  public static int play(PlaygroundWish wish) {
    throw new UnsupportedOperationException("the playground is being built: " + wish.kind());
  }
}
