/**
 * Carries steps out: one small class a step, all through one template that looks, asks the guard,
 * acts and looks again within the same attempt. No client library in sight.
 */
@NullMarked
package io.quorate.carrier;

import org.jspecify.annotations.NullMarked;
