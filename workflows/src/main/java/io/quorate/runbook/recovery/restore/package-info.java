/**
 * Recovery by a restore: everything that is left is made a snapshot, and one of them becomes a new
 * cluster. The room uses those of the comeback and of the loss report.
 */
@NullMarked
package io.quorate.runbook.recovery.restore;

import org.jspecify.annotations.NullMarked;
