/**
 * Slack, outgoing: an operation's state as messages (pure), and sending them (the only place
 * besides the gateway that knows Slack's client). Nothing here decides; clicks come in through the
 * gateway.
 */
@NullMarked
package io.quorate.slack;

import org.jspecify.annotations.NullMarked;
