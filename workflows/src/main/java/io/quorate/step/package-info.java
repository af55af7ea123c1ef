/**
 * The steps of which plans are made: one record a file. A step knows its sentence, its hazard, what
 * it may cost in time, what the cluster looks like after it, whether it may run and whether it is
 * done; it never does anything.
 */
@NullMarked
package io.quorate.step;

import org.jspecify.annotations.NullMarked;
