/**
 * The playground's worker: a process of its own that is killed with SIGKILL at a chosen point of a
 * chosen step and started again. The points are set in a proxy around the ports, so that the
 * product's code has no knowledge of them.
 */
@NullMarked
package io.quorate.playground.killing;

import org.jspecify.annotations.NullMarked;
