/**
 * The first five lines that people read of an operation or an incident. Pure: the same words for
 * Slack, notifications, the page, the command line and Temporal.
 */
@NullMarked
package io.quorate.head;

import org.jspecify.annotations.NullMarked;
