package io.quorate.timeline;

import io.quorate.history.OpaqueValues;
import io.quorate.operation.Opaque;
import io.temporal.api.common.v1.Payload;

/**
 * Thrown for a payload that this release cannot read, because a later one wrote it. The message is
 * a sentence for people and names the release if the payload does.
 */
final class UnreadPayload extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private UnreadPayload(String sentence) {
    super(sentence);
  }

  static UnreadPayload of(Payload payload, Class<?> kind) {
    Opaque written = new Opaque(payload.getData().toStringUtf8());
    String who =
        OpaqueValues.release(written)
            .map(release -> "Quorate " + release)
            .orElse("A later release of Quorate");
    return new UnreadPayload(
        who
            + " wrote something here that this release cannot read: "
            + because(written, kind)
            + ".");
  }

  private static String because(Opaque written, Class<?> kind) {
    try {
      OpaqueValues.read(written, kind);
      return "it is stored in another form";
    } catch (OpaqueValues.Unreadable unreadable) {
      return String.valueOf(unreadable.getMessage());
    }
  }

  String sentence() {
    return String.valueOf(getMessage());
  }
}
