package io.quorate.recording;

import io.quorate.history.OpaqueValues;
import io.quorate.history.OpaqueValues.Unreadable;
import io.quorate.operation.Opaque;

/**
 * Reads what workflows order of activities. An activity takes its argument as {@link Opaque}:
 * Temporal decodes typed ones before any code of ours runs, tries a failure of that again and
 * again, and stores it with the words of Jackson.
 */
public final class Orders {
  private Orders() {}

  /**
   * Decodes an order.
   *
   * @param release of Quorate that decodes it, for the sentence when it cannot
   * @throws NeedsRelease when a later release gave the order, and this one cannot read it
   */
  public static <T> T read(Opaque written, Class<T> kind, String release) {
    try {
      return OpaqueValues.read(written, kind);
    } catch (Unreadable unknown) {
      throw NeedsRelease.forOrder(
          release, OpaqueValues.release(written), String.valueOf(unknown.getMessage()));
    }
  }
}
