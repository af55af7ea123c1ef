/**
 * The Slack door: clicks by Socket Mode, their acknowledgement and the answers to the person. The
 * worker's adapter, {@code io.quorate.slack}, sends the messages in the channel.
 */
@NullMarked
package io.quorate.gateway.slack;

import org.jspecify.annotations.NullMarked;
