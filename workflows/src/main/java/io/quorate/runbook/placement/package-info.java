/**
 * Where members are and how many: scaling, and planned migration to another host. What other rooms
 * need as well belongs to {@link io.quorate.runbook}; no room uses another.
 */
@NullMarked
package io.quorate.runbook.placement;

import org.jspecify.annotations.NullMarked;
