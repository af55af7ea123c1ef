package io.quorate.playground;

import io.quorate.lab.tools.ToolMissingException;
import io.quorate.lab.tools.Tools;
import java.io.IOException;
import java.util.Optional;

/** Play that a person asked for, checked and ready to start. */
interface Performance {
  /** Returns why it cannot be played on this machine; empty when it can. */
  Optional<String> whyNotHere();

  /**
   * Finds the servers that it needs, which may take minutes.
   *
   * @throws ToolMissingException when one cannot be had
   */
  Ready with(Tools tools) throws InterruptedException;

  /** A performance that has its servers. */
  @FunctionalInterface
  interface Ready {
    /** Plays it in this folder; returns the exit code. */
    int in(StageFolder folder) throws IOException, InterruptedException;
  }
}
