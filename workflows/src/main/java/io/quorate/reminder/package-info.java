/**
 * Waits of operations and incidents for people, and the times of reminders. Values and rules only;
 * nothing here is stored in a history.
 */
@NullMarked
package io.quorate.reminder;

import org.jspecify.annotations.NullMarked;
