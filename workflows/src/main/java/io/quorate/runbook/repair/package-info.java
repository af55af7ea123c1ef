/**
 * Repair of a corrupt member: a member with other data than the rest is replaced by an empty one.
 * What other rooms need as well belongs to {@link io.quorate.runbook}; no room uses another.
 */
@NullMarked
package io.quorate.runbook.repair;

import org.jspecify.annotations.NullMarked;
