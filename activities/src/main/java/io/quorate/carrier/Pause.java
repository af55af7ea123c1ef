package io.quorate.carrier;

import io.quorate.port.Failure;
import java.time.Duration;

/** A wait between two looks at the world. */
final class Pause {
  private Pause() {}

  static void of(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new Failure.Transient("the attempt was interrupted while it waited", interrupted);
    }
  }
}
