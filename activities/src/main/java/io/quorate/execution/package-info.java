/**
 * Executes steps: one effect for each kind of step, all through one template that observes, asks
 * the guard, acts and observes again within one attempt. No client library is visible here.
 */
@NullMarked
package io.quorate.execution;

import org.jspecify.annotations.NullMarked;
