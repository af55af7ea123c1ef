/**
 * Executes steps: the effect of each kind of step, all through one template that observes, asks the
 * guard, acts and observes again within one attempt. No client library in sight.
 */
@NullMarked
package io.quorate.execution;

import org.jspecify.annotations.NullMarked;
