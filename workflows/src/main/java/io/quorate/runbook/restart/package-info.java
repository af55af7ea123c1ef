/**
 * Restarts: one stopped member is started again, or every member is restarted in turn. What other
 * rooms need as well belongs to {@link io.quorate.runbook}; no room uses another.
 */
@NullMarked
package io.quorate.runbook.restart;

import org.jspecify.annotations.NullMarked;
