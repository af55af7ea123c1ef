package io.quorate.slack;

import io.quorate.cluster.Sha256;
import io.quorate.operation.SaidSilence;
import java.util.Optional;

/** Message about a silence, which wakes nobody. */
final class SilenceMessage {
  /** The owner in the metadata: the message belongs to no operation. */
  static final String OWNER = "silence";

  private static final int KEY_CHARACTERS = 12;

  private SilenceMessage() {}

  static Message of(SaidSilence silence) {
    String name = silence.finding().words() + silence.at();
    return Message.line(
        "silence." + Sha256.of(name).substring(0, KEY_CHARACTERS),
        Optional.empty(),
        Mrkdwn.text(silence.sentence()));
  }
}
