/**
 * Temporal from the outside: starts, finds, shows and decides about operations, passes alerts to
 * incidents and reads histories, each call with a deadline. It knows no door: neither HTTP nor
 * Slack.
 */
@NullMarked
package io.quorate.client;

import org.jspecify.annotations.NullMarked;
