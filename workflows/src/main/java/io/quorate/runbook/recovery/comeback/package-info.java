/** Recovery without a loss: members come back with their own data, or are waited for. */
@NullMarked
package io.quorate.runbook.recovery.comeback;

import org.jspecify.annotations.NullMarked;
