/**
 * Disk space: defragmentation, and clearing the alarm NOSPACE. What other rooms need as well
 * belongs to {@link io.quorate.runbook}; no room uses another.
 */
@NullMarked
package io.quorate.runbook.space;

import org.jspecify.annotations.NullMarked;
