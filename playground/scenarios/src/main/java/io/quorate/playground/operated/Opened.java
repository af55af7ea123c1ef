package io.quorate.playground.operated;

import io.quorate.playground.telling.Narrator;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Parts of a stage that are open. Closing ends them in the reverse order, each for itself. */
public final class Opened implements AutoCloseable {
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final Narrator narrator;

  /** Nothing is open yet; the narrator hears what could not be ended. */
  public Opened(Narrator narrator) {
    this.narrator = narrator;
  }

  /** Opens the parts of a stage, one after the other. */
  @FunctionalInterface
  public interface Opening {
    /** Does it. */
    void open() throws IOException, InterruptedException;
  }

  /** Adds a part that has been opened, or that has to be ended whether its opening works or not. */
  public void push(AutoCloseable part) {
    parts.push(part);
  }

  /** Opens more parts. After a failure all that is open is ended. */
  public void with(Opening more) throws IOException, InterruptedException {
    try {
      more.open();
    } catch (IOException | InterruptedException | RuntimeException failed) {
      close();
      throw failed;
    }
  }

  @Override
  public void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception failed) {
        narrator.tell("not ended: " + failed.getMessage());
      }
    }
  }
}
