/**
 * The Slack door: clicks by Socket Mode, their acknowledgement and the words the person gets. The
 * messages in the channel are not sent here but by the worker's adapter, {@code io.quorate.slack}.
 */
@NullMarked
package io.quorate.gateway.slack;

import org.jspecify.annotations.NullMarked;
