package io.quorate.recording;

import io.quorate.history.OpaqueValues;
import io.quorate.history.OpaqueValues.Unreadable;
import io.quorate.operation.Opaque;

/**
 * Reader of the orders that workflows give to activities. An activity takes its argument as {@link
 * Opaque}: Temporal decodes a typed argument before any code of ours runs, retries when that fails,
 * and stores the failure with Jackson's message, which quotes what was read.
 */
public final class Orders {
  private Orders() {}

  /**
   * Decodes an order.
   *
   * @param release of Quorate that decodes the order, named in the message when it cannot
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
