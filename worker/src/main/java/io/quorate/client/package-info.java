/**
 * The client side of Temporal: starts, finds, shows and decides about operations, passes alerts to
 * incidents and reads histories, each call with a deadline. The package depends neither on HTTP nor
 * on Slack.
 */
@NullMarked
package io.quorate.client;

import org.jspecify.annotations.NullMarked;
