/**
 * Repair of a corrupt member: one member has other data than the rest and is replaced by an empty
 * one. What other rooms need as well belongs to {@link io.quorate.runbook}; no room uses another.
 */
@NullMarked
package io.quorate.runbook.repair;

import org.jspecify.annotations.NullMarked;
