package io.quorate.slack;

import io.quorate.causes.CommonCause;
import io.quorate.causes.FleetTroubles.OpenCause;
import io.quorate.cluster.Sha256;
import io.quorate.operation.UtcTime;
import java.util.Optional;
import java.util.stream.Collectors;

/** Message about the common cause of many troubles, with the clusters of least margin first. */
final class CommonCauseMessage {
  /** The owner in the metadata: the message belongs to no operation. */
  static final String OWNER = "common-cause";

  /** Most clusters that are named: Slack recommends at most 4,000 characters. */
  private static final int MOST_NAMES = 40;

  private static final int KEY_CHARACTERS = 12;

  private CommonCauseMessage() {}

  static Message of(OpenCause open, Links links) {
    CommonCause cause = open.cause();
    String names =
        cause.clusters().stream()
            .limit(MOST_NAMES)
            .map(one -> one.value())
            .collect(Collectors.joining(", "));
    int more = cause.clusters().size() - MOST_NAMES;
    String text =
        "*"
            + Mrkdwn.text(cause.sentence())
            + ", the first since "
            + UtcTime.minute(cause.since())
            + " UTC.*\n"
            + "Look for this one cause first. Nothing is proposed for these clusters before "
            + UtcTime.minute(open.heldUntil())
            + " UTC, unless quorum is lost; for one of them at once: `quorate ask-again CLUSTER`"
            + links.page("").map(page -> " · " + page).orElse("")
            + "\nThe least margin first: "
            + names
            + (more > 0 ? " and " + more + " more." : ".");
    String key = "cause." + Sha256.of(cause.id() + open.foundAt()).substring(0, KEY_CHARACTERS);
    return Message.line(key, Optional.empty(), text).waking(Audience.APPROVERS);
  }
}
