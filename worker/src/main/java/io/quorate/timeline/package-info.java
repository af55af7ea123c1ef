/**
 * What happened in an operation, read from the history of its run. Nothing is kept for it: Temporal
 * has every prescription, step, decision and change of state already, and keeps them as long as the
 * operation itself. It asks nobody; whoever has the events brings them.
 */
@NullMarked
package io.quorate.timeline;

import org.jspecify.annotations.NullMarked;
