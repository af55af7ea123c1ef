/**
 * The playground's worker: a process of its own that is killed with -9 at a chosen point of a
 * chosen step and started again. The points are set in decorators around the ports, so that nothing
 * in the product knows of them.
 */
@NullMarked
package io.quorate.playground.killing;

import org.jspecify.annotations.NullMarked;
