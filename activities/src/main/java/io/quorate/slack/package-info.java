/**
 * Slack, outgoing: renders an operation's state as messages (pure) and sends them. Nothing here
 * decides; clicks come in through the gateway.
 */
@NullMarked
package io.quorate.slack;

import org.jspecify.annotations.NullMarked;
