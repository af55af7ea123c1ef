/** The undo of a restore: the old data comes back, while nobody but Quorate has written. */
@NullMarked
package io.quorate.runbook.recovery.undo;

import org.jspecify.annotations.NullMarked;
