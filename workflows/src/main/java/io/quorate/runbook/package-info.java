/**
 * One class per runbook: a pure function from what was seen to a list of steps. A new one is a
 * request, one class and one line in {@link io.quorate.runbook.Runbooks}.
 */
@NullMarked
package io.quorate.runbook;

import org.jspecify.annotations.NullMarked;
